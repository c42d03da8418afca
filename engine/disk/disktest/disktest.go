// Package disktest has disks for tests: one that fails at a chosen step, and one
// that does not wait.
package disktest

import (
	"errors"
	"sync/atomic"
	"syscall"

	"owl/engine/disk"
)

// Failing is the file system of a disk that gets full: once Left steps were
// done, every one after them that would write fails, half done.
type Failing struct {
	disk.Real
	Left *atomic.Int64
}

func (d Failing) step() error {
	if d.Left.Add(-1) < 0 {
		return syscall.ENOSPC
	}
	return nil
}

// Create implements disk.FS.
func (d Failing) Create(path string) (disk.File, error) {
	if err := d.step(); err != nil {
		return nil, err
	}
	f, err := d.Real.Create(path)
	return failingFile{f, d}, err
}

// Rename implements disk.FS.
func (d Failing) Rename(from, to string) error {
	if err := d.step(); err != nil {
		return err
	}
	return d.Real.Rename(from, to)
}

// SyncDir implements disk.FS.
func (d Failing) SyncDir(string) error { return d.step() }

type failingFile struct {
	disk.File
	disk Failing
}

func (f failingFile) Write(b []byte) (int, error) {
	if err := f.disk.step(); err != nil {
		n, _ := f.File.Write(b[:len(b)/2])
		return n, err
	}
	return f.File.Write(b)
}

func (f failingFile) Sync() error { return f.disk.step() }

func (f failingFile) Close() error { return errors.Join(f.disk.step(), f.File.Close()) }

// Fast is the file system without waiting for the disk.
type Fast struct{ disk.Real }

// Create implements disk.FS.
func (d Fast) Create(path string) (disk.File, error) {
	f, err := d.Real.Create(path)
	return unsynced{f}, err
}

// SyncDir implements disk.FS.
func (Fast) SyncDir(string) error { return nil }

type unsynced struct{ disk.File }

func (unsynced) Sync() error { return nil }
