//go:build unix

package source

import (
	"io/fs"
	"syscall"
)

// folderID tells folders of one machine apart.
type folderID struct{ device, inode uint64 }

func idOf(info fs.FileInfo) (folderID, bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return folderID{}, false
	}
	return folderID{uint64(stat.Dev), stat.Ino}, true
}
