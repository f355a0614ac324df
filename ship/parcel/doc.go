// Package parcel puts an application behind a program, so that both are one file, and takes it out again.
//
// The file is the program, an archive (a ZIP file), and a trailer of 64 bytes:
//
//	offset 0   where the archive begins, 8 bytes, the most significant one first
//	offset 8   the length of the archive, 8 bytes
//	offset 16  the version of this layout, 4 bytes
//	offset 20  zero, 4 bytes
//	offset 24  SHA-256 of the archive
//	offset 56  "fwrunapp"
//
// Nothing of the archive is used before its sum was compared. It has an index first, which names each file with its sum; then what was
// compiled, as it is; then the files. The same application and program make the same bytes.
//
//	err := parcel.Write(out, program, parcel.Application{…})
//	inside, err := parcel.Open(executable)
//	folder, err := inside.Unpack(cacheFolder)
package parcel
