package wire

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
)

// maxLog is the size in bytes at which a log begins anew; one older log is
// kept.
const maxLog = 4 << 20

// OpenLog opens the log in a home: owl.log. Nothing is logged when the home is
// not there or cannot be written to, because asking must work all the same.
// The path is empty then. With verbose the log says more.
func OpenLog(home string, verbose bool) (log *slog.Logger, path string, end io.Closer) {
	path = filepath.Join(home, "owl.log")
	if info, err := os.Stat(path); err == nil && info.Size() > maxLog {
		_ = os.Rename(path, path+".1") // else it grows on
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return slog.New(slog.DiscardHandler), "", io.NopCloser(nil)
	}
	level := slog.LevelInfo
	if verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(file, &slog.HandlerOptions{Level: level})), path, file
}
