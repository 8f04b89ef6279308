package relevance

// marks is a set of small numbers.
type marks []uint64

// add reports whether the number is new.
func (m marks) add(n uint32) bool {
	bit := uint64(1) << (n % 64)
	if m[n/64]&bit != 0 {
		return false
	}
	m[n/64] |= bit
	return true
}

func (m marks) addAll(ns []uint32) {
	for _, n := range ns {
		m[n/64] |= 1 << (n % 64)
	}
}

// remove takes a number out; the set may be too short for it.
func (m marks) remove(n uint32) {
	if i := int(n / 64); i < len(m) {
		m[i] &^= 1 << (n % 64)
	}
}

func (m marks) has(n uint32) bool { return m[n/64]>>(n%64)&1 != 0 }

// lengthened gives a slice at least n items.
func lengthened[S ~[]T, T any](s S, n int) S {
	if n <= len(s) {
		return s
	}
	return append(s, make(S, n-len(s))...)
}
