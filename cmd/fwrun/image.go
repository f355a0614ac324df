package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/ship"
	"github.com/fwrun/fwrun/ship/image"
)

func newImage(p process) *cobra.Command {
	var files shipFlags
	var o ship.ImageOptions
	command := &cobra.Command{
		Use:   "image [folder]",
		Short: "Make an image for containers, without Docker",
		Long: `image makes an archive with the image of an application, or of fwrun alone when no folder is named: from scratch, with certificates of
authorities, time zones, and a user without rights. It includes the same files as build.

docker load, podman load and skopeo read the archive (oci-archive:). The container looks for config and data in /app.

The same application and the same fwrun give the same digest. SOURCE_DATE_EPOCH sets the time of creation in the image.`,
		Example: `  fwrun image my-app -o shop.tar --name shop:1.0.0
  docker load -i shop.tar
  fwrun image my-app -o shop.tar --platform linux/amd64 --platform linux/arm64 --with fwrun-linux-arm64`,
		Args: folderOrHere,
	}
	files.add(command)
	command.Flags().StringVarP(&o.Output, "output", "o", "", "the archive to make")
	command.Flags().StringVar(&o.Name, "name", "", "the name of the image, such as shop:1.0.0; that of the folder when it is left out")
	command.Flags().StringSliceVar(&o.Platforms, "platform", nil, "a platform to make it for, such as linux/arm64; may be repeated")
	command.Flags().StringArrayVar(&o.With, "with", nil, "the fwrun for another platform, of the same release as this one; may be repeated")
	command.RunE = func(command *cobra.Command, args []string) (err error) {
		if o.Output == "" {
			return misused(command, "name the archive to make: -o image.tar")
		}
		if o.Created, err = p.sourceDate(); err != nil {
			return misused(command, "%w", err)
		}
		var prepared *ship.Prepared
		if len(args) == 1 {
			prepared, err = ship.Prepare(command.Context(), ship.Options{
				Folder: args[0], Env: p.env, Include: files.include, Exclude: files.exclude, Skip: []string{o.Output},
			})
			if err != nil {
				return err
			}
			if len(prepared.Warnings) > 0 {
				printDiagnostics(p.err, prepared.Warnings, p.errColours)
			}
		}
		made, err := ship.Image(prepared, o)
		if err != nil {
			return err
		}
		return printImage(p.out, o.Output, prepared, made)
	}
	return command
}

// sourceDate returns the time that everything that is made tells: that of SOURCE_DATE_EPOCH, or the first second of 1970.
func (p process) sourceDate() (time.Time, error) {
	text, is := p.lookUp("SOURCE_DATE_EPOCH")
	if !is || text == "" {
		return time.Unix(0, 0).UTC(), nil
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil || seconds < 0 || seconds > 1<<37 {
		return time.Time{}, fmt.Errorf("SOURCE_DATE_EPOCH is %q, which is not a number of seconds", text)
	}
	return time.Unix(seconds, 0).UTC(), nil
}

func printImage(w io.Writer, path string, prepared *ship.Prepared, made *image.Image) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s  %s, %.1f MiB\n", path, strings.Join(made.Platforms, ", "), float64(made.Bytes)/(1<<20))
	fmt.Fprintf(&text, "digest    %s\n", made.Digest)
	if prepared != nil {
		writeContents(&text, prepared.Contents)
	}
	_, err := io.WriteString(w, text.String())
	return err
}
