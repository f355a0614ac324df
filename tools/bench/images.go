package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"time"

	"golang.org/x/image/draw"

	"github.com/fwrun/fwrun/platform/images"
	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// The image that is resized, and the widths it gets.
const photoWidth, photoHeight, photoQuality = 4000, 3000, 85

var photoWidths = []int{1600, 800, 200}

// imageWays are the ways to make three variants of one image.
var imageWays = []struct {
	name string
	make func(file []byte) error
}{
	{"images", resizeOurs},
	{"x/image CatmullRom, each of the original", func(file []byte) error { return resizeNaive(file, draw.CatmullRom, false) }},
	{"x/image CatmullRom, each of the one before", func(file []byte) error { return resizeNaive(file, draw.CatmullRom, true) }},
	{"x/image ApproxBiLinear, which aliases", func(file []byte) error { return resizeNaive(file, draw.ApproxBiLinear, false) }},
	{"decoding alone", func(file []byte) error { _, err := jpeg.Decode(bytes.NewReader(file)); return err }},
	{"nothing", func([]byte) error { return nil }},
}

// measureImages measures the processor time and the memory of three variants of a photograph, in a process for each
// way, and compares with golang.org/x/image in the same rounds.
func measureImages(args []string) error {
	flags := flag.NewFlagSet("images", flag.ContinueOnError)
	rounds := flags.Int("rounds", 9, "rounds in which each way runs once")
	markdown := flags.Bool("markdown", false, "print as in tools/bench/README.md")
	way := flags.Int("way", -1, "run one way, of the image in the file that follows, and print the peak of its memory")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *way >= 0 {
		return runImageWay(*way, flags.Arg(0))
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	file, size, err := writePhoto(folder)
	if err != nil {
		return err
	}
	seconds, peaks := make([][]float64, len(imageWays)), make([][]float64, len(imageWays))
	for round := range *rounds {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round+1, *rounds)
		for _, i := range rand.Perm(len(imageWays)) {
			second, peak, err := measureImageWay(i, file)
			if err != nil {
				return fmt.Errorf("%s: %w", imageWays[i].name, err)
			}
			seconds[i], peaks[i] = append(seconds[i], second), append(peaks[i], peak)
		}
	}
	rows := [][]string{{"", "CPU, s", "peak memory, MB"}}
	for i, w := range imageWays {
		rows = append(rows, []string{w.name, fmt.Sprintf("%.2f", median(seconds[i])), fmt.Sprintf("%.0f", median(peaks[i]))})
	}
	title := fmt.Sprintf("%d × %d pixels (%.1f MB) to %v", photoWidth, photoHeight, float64(size)/1e6, photoWidths)
	return printGrids(os.Stdout, []grid{{title, "Medians of processes that decode one JPEG, resize it and encode three.", rows}}, *markdown)
}

// measureImageWay runs a way in a process of its own.
func measureImageWay(way int, file string) (seconds, peak float64, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, 0, err
	}
	cmd := exec.Command(self, "images", "-way", strconv.Itoa(way), file)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, 0, err
	}
	if _, err := fmt.Sscan(string(out), &peak); err != nil {
		return 0, 0, err
	}
	return (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), peak, nil
}

func runImageWay(way int, name string) error {
	if way >= len(imageWays) {
		return errors.New("there is no such way")
	}
	debug.SetGCPercent(400) // as in the binary
	file, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := imageWays[way].make(file); err != nil {
		return err
	}
	peak, err := proc.Resident(os.Getpid(), proc.Peak)
	fmt.Println(peak)
	return err
}

func resizeOurs(file []byte) error {
	job := images.Job{}
	for _, width := range photoWidths {
		job.Variants = append(job.Variants, images.Variant{Width: width})
	}
	limits := images.Limits{Timeout: time.Minute}
	_, err := images.New(limits).Resize(context.Background(), bytes.NewReader(file), int64(len(file)), job)
	return err
}

func resizeNaive(file []byte, scaler draw.Scaler, chained bool) error {
	source, err := jpeg.Decode(bytes.NewReader(file))
	for _, width := range photoWidths {
		if err != nil {
			return err
		}
		result := image.NewRGBA(image.Rect(0, 0, width, width*photoHeight/photoWidth))
		scaler.Scale(result, result.Bounds(), source, source.Bounds(), draw.Src, nil)
		err = jpeg.Encode(io.Discard, result, &jpeg.Options{Quality: images.DefaultQuality})
		if chained {
			source = result
		}
	}
	return err
}

// writePhoto writes an image with the detail of a photograph, which is the same each time: gradients, edges, noise.
func writePhoto(folder string) (name string, size int, err error) {
	random := rand.New(rand.NewPCG(1, 2))
	m := image.NewYCbCr(image.Rect(0, 0, photoWidth, photoHeight), image.YCbCrSubsampleRatio420)
	for y := range photoHeight {
		for x := range photoWidth {
			value := 100 + 30*math.Sin(float64(x)/137) + 30*math.Cos(float64(y)/93) + float64(random.IntN(25)-12)
			if (x/97+y/71)%3 == 0 {
				value += 40
			}
			m.Y[y*m.YStride+x] = byte(min(max(value, 0), 255))
		}
	}
	for i := range m.Cb {
		m.Cb[i], m.Cr[i] = byte(118+i%m.CStride*20/m.CStride), byte(118+i/m.CStride*20/(photoHeight/2))
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, m, &jpeg.Options{Quality: photoQuality}); err != nil {
		return "", 0, err
	}
	name = filepath.Join(folder, "photo.jpg")
	return name, file.Len(), os.WriteFile(name, file.Bytes(), 0o600)
}
