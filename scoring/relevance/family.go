package relevance

// family is a family of work that a title can belong to; 0 is none. Their names stand in the lexicon.
type family uint8

// families is a set of family.
type families uint64

func (f family) set() families {
	if f == 0 {
		return 0
	}
	return 1 << f
}

func (fs families) has(f family) bool { return f != 0 && fs&(1<<f) != 0 }

// familyTies are the families that are shown to who asks for one.
type familyTies struct {
	name      string
	near, far families
}

// closeness says how near the family of a title is to what is asked for.
type closeness uint8

const (
	closeNone closeness = iota
	closeFar            // the title must name what is asked for
	closeNear           // the title or the text must name it
	closeSame
)
