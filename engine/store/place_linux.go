package store

import "golang.org/x/sys/unix"

// NetworkFS returns the name of the network file system that a folder is on,
// or "" when it is on a local one.
func NetworkFS(folder string) string {
	var stat unix.Statfs_t
	if err := unix.Statfs(folder, &stat); err != nil {
		return ""
	}
	return networkName(int64(stat.Type))
}

// networkName knows the magic numbers of statfs(2).
func networkName(magic int64) string {
	switch uint32(magic) {
	case unix.NFS_SUPER_MAGIC:
		return "NFS"
	case unix.SMB_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC:
		return "SMB"
	case unix.AFS_SUPER_MAGIC, unix.AFS_FS_MAGIC:
		return "AFS"
	case unix.CEPH_SUPER_MAGIC:
		return "CephFS"
	case unix.V9FS_MAGIC:
		return "9P"
	case 0x0BD00BD0:
		return "Lustre"
	case 0x47504653:
		return "GPFS"
	case 0x19830326:
		return "BeeGFS"
	}
	return ""
}

func freeBytes(folder string) (free uint64, known bool) {
	var stat unix.Statfs_t
	if err := unix.Statfs(folder, &stat); err != nil {
		return 0, false
	}
	return stat.Bavail * uint64(stat.Bsize), true
}
