package disk

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"strings"

	"owl/engine"
)

// Checksum is CRC-32C (Castagnoli).
func Checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// Seal writes a value as JSON on one line, and a line with the line's checksum.
func Seal(v any) ([]byte, error) {
	line, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(append(line, '\n'), "crc32c %08x\n", Checksum(line)), nil
}

// Unseal reads what Seal wrote. The error is engine.ErrDamaged.
func Unseal(data []byte, v any) error {
	line, rest, found := strings.Cut(string(data), "\n")
	if !found || rest != fmt.Sprintf("crc32c %08x\n", Checksum([]byte(line))) {
		return fmt.Errorf("%w: manifest has a wrong checksum", engine.ErrDamaged)
	}
	if err := json.Unmarshal([]byte(line), v); err != nil {
		return fmt.Errorf("%w: manifest: %w", engine.ErrDamaged, err)
	}
	return nil
}
