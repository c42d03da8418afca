package sshd

import (
	"bufio"
	"bytes"
	"fmt"
	"os"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"owl/engine"
)

// Who is a person by the key that he came with.
type Who struct {
	Name        engine.Untrusted // the comment of the key
	Fingerprint string           // SHA256:...
}

// keyring is the keys of a file in the format of OpenSSH.
type keyring map[string]Who // by the key's wire form

// readKeys reads the file of authorised keys. A line with options is refused
// whole: an option that is not understood may be there to restrict the key.
func readKeys(file string) (keyring, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the authorised keys: %w", err)
	}
	keys := keyring{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		key, comment, options, _, err := ssh.ParseAuthorizedKey(line)
		if err != nil {
			return nil, fmt.Errorf("%w: %s:%d: not a public key: %w", engine.ErrUsage, file, n, err)
		}
		if len(options) > 0 {
			return nil, fmt.Errorf("%w: %s:%d: options of a key are not understood", engine.ErrUsage, file, n)
		}
		keys[string(key.Marshal())] = Who{engine.Untrusted(comment), gossh.FingerprintSHA256(key)}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the authorised keys: %w", err)
	}
	return keys, nil
}
