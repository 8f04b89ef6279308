package strict

import (
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// Nearest returns the candidate that a misspelt word most likely meant, "" where none is near: one that differs in
// case, hyphens and underscores alone, else the one fewest edits away, at most one edit for every three characters.
// Letters in the wrong order count as one edit less. Of equals the first wins.
func Nearest(word string, candidates []string) string {
	if len(word) > 200 { // the comparison is quadratic, and nobody misspells a key that long
		return ""
	}
	best, bestDistance := "", max(1, len(word)/3)+1
	plain := plainKey(word)
	for _, c := range candidates {
		other := plainKey(c)
		if other == plain {
			return c
		}
		n := levenshtein.ComputeDistance(plain, other)
		if n > 1 && len(plain) == len(other) && sorted(plain) == sorted(other) {
			n--
		}
		if n < bestDistance && n < len(plain) {
			best, bestDistance = c, n
		}
	}
	return best
}

func plainKey(s string) string {
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(s))
}

func sorted(s string) string {
	letters := []byte(s)
	slices.Sort(letters)
	return string(letters)
}
