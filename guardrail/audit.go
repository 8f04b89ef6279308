package guardrail

import (
	"crypto/sha256"
	"encoding/binary"
)

// AuditShare is the share of confident verdicts that a person sees unmarked, so that agreement is not measured on the
// hard cases alone.
const AuditShare = 0.05

// Audited decides by a hash whether a listing's confident verdict is audited: the same listing, profile and rubric always
// get the same answer, on every replica and after a restart.
func Audited(profile, listing, rubric string, share float64) bool {
	h := sha256.New()
	for _, s := range []string{"audit", profile, listing, rubric} {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])
		h.Write([]byte(s))
	}
	draw := float64(binary.BigEndian.Uint64(h.Sum(nil))>>11) / (1 << 53)
	return draw < share
}
