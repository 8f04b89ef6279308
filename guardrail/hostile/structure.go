package hostile

import (
	"strings"
	"unicode/utf8"
)

// structure finds what imitates the frame around an advert: turns of a conversation, tags, a verdict in JSON, pictures
// whose address carries something away.
func structure(text string) []hit {
	s := structures{text: text}
	s.label(0)
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			s.label(i + 1)
		case '<', '[':
			s.tag(i, i+1)
		case '"', '\'', '`':
			s.key(i, i+1)
		case '!':
			s.picture(i)
		case '=':
			s.placeholder(i)
		case 0xe2:
			switch {
			case strings.HasPrefix(text[i:], "‹"):
				s.tag(i, i+len("‹"))
			case strings.HasPrefix(text[i:], "“"):
				s.key(i, i+len("“"))
			}
		}
	}
	s.turns()
	return s.hits
}

type structures struct {
	text   string
	hits   []hit
	labels []turn
}

// turn is a label such as "System:" at the head of a line.
type turn struct {
	who        string
	start, end int
}

func (s *structures) add(kind string, start, end int) {
	s.hits = append(s.hits, hit{kind, start, end})
}

// maxLabels bounds the turns of a text; two are enough to know a conversation.
const maxLabels = 32

// label reads a turn's label at the head of a line.
func (s *structures) label(from int) {
	i := from
	for i < len(s.text) && i < from+8 && strings.IndexByte(" #*[(-", s.text[i]) >= 0 {
		i++
	}
	n := i
	for n < len(s.text) && n < i+12 && alphanumeric(s.text[n]) {
		n++
	}
	end := n
	for end < len(s.text) && end < n+4 && strings.IndexByte(" *])", s.text[end]) >= 0 {
		end++
	}
	if n == i || end == len(s.text) || s.text[end] != ':' || len(s.labels) == maxLabels {
		return
	}
	switch who := strings.ToLower(s.text[i:n]); who {
	case "system", "human", "assistant", "user", "developer", "thought", "observation":
		s.labels = append(s.labels, turn{who, i, end + 1})
	}
}

// turns flags labels that make a conversation: two of different speakers, or one that goes on as a prompt does.
func (s *structures) turns() {
	for i, t := range s.labels {
		line, _, _ := strings.Cut(s.text[t.end:], "\n")
		line, _ = head(line, 4*maxSpan)
		if strings.TrimSpace(line) == "" && t.end < len(s.text) {
			line, _ = head(s.text[t.end:], maxSpan)
		}
		other := i > 0 && s.labels[i-1].who != t.who || i+1 < len(s.labels) && s.labels[i+1].who != t.who
		if other || prompting(line) {
			s.add(RoleConfusion, t.start, t.end)
		}
	}
}

// prompting reports whether a line reads like the start of a prompt.
func prompting(line string) bool {
	r := read(line)
	for i, sentence := range r.sentences {
		if i == 2 {
			break
		}
		if sentence.has&(override|orders|scoreVerb|scoreNoun|act|recommend|credential) != 0 ||
			sentence.has&you != 0 && sentence.has&(are|must) != 0 {
			return true
		}
		if len(r.words) > 0 && r.words[0].at == 0 && r.words[0].class&(produce|say|give|markAs|reveal) != 0 {
			return true
		}
	}
	return false
}

const (
	opensFrame  = 1 << iota // the opening tag imitates a frame
	closesFrame             // the closing tag does
	speaks                  // the tag or the word in brackets is a turn's
	bracketed               // in square brackets too
)

// frames are the names of tags that frames are made of, as letters alone.
var frames = map[string]int{
	"advert": opensFrame | closesFrame, "listing": closesFrame, "joblisting": opensFrame | closesFrame, "jobdescription": closesFrame,
	"jobad": closesFrame, "jobadvert": opensFrame | closesFrame, "jobpost": closesFrame, "jobposting": closesFrame, "job": closesFrame, "posting": closesFrame,
	"ad": closesFrame, "description": closesFrame, "document": closesFrame, "documents": closesFrame, "userinput": opensFrame | closesFrame,
	"usercontent": opensFrame | closesFrame, "userdata": opensFrame | closesFrame, "untrusted": opensFrame | closesFrame, "untrusteddata": opensFrame | closesFrame,
	"untrustedcontent": opensFrame | closesFrame, "content": closesFrame, "context": closesFrame, "prompt": closesFrame,
	"instructions": opensFrame | closesFrame, "instruction": opensFrame | closesFrame, "message": closesFrame, "resume": closesFrame, "data": closesFrame,
	"input": closesFrame, "endofadvert": opensFrame | bracketed, "endoflisting": opensFrame | bracketed, "endofinput": opensFrame | bracketed,
	"endofdocument": opensFrame | bracketed, "endofdata": opensFrame | bracketed, "endofjobdescription": opensFrame | bracketed,
	"system": speaks | bracketed, "assistant": speaks, "systemprompt": speaks | bracketed, "systemmessage": speaks | bracketed, "systemmode": speaks | bracketed,
	"systemoverride": speaks | bracketed, "adminoverride": speaks | bracketed, "systeminstruction": speaks | bracketed, "systeminstructions": speaks | bracketed,
	"inst": speaks | bracketed, "sys": speaks | bracketed, "startofturn": speaks, "endofturn": speaks, "endoftext": speaks | bracketed, "human": speaks,
	"dan": speaks | bracketed, "gpt": speaks | bracketed, "chatgpt": speaks | bracketed, "jailbreak": speaks | bracketed, "override": speaks | bracketed,
	"toolcall": speaks, "toolresult": speaks, "functionresults": speaks, "functioncalls": speaks, "verdict": opensFrame | closesFrame, "evaluation": opensFrame | closesFrame,
}

// tag reads a tag or a word in brackets that opens at start.
func (s *structures) tag(start, i int) {
	square := s.text[start] == '['
	i = skipSpace(s.text, i)
	if !square && i < len(s.text) && (s.text[i] == '|' || strings.HasPrefix(s.text[i:], "｜")) {
		s.token(start, i)
		return
	}
	if i < len(s.text) && s.text[i] == '<' || strings.HasPrefix(s.text[i:], "‹") { // "<<SYS>>"
		_, n := utf8.DecodeRuneInString(s.text[i:])
		i += n
	}
	closing := i < len(s.text) && s.text[i] == '/'
	if closing {
		i = skipSpace(s.text, i+1)
	}
	const longest = 28
	name := make([]byte, 0, longest)
	end := i
	for ; end < len(s.text) && end < i+longest; end++ {
		b := s.text[end]
		if l := b | 0x20; l >= 'a' && l <= 'z' {
			name = append(name, l)
		} else if b != '_' && b != '-' && b != ' ' {
			break
		}
	}
	what := frames[string(name)]
	if what == 0 && !square {
		// A guess at a nonce may follow the name: "</advert-3fa9>".
		if n := strings.IndexAny(s.text[i:end], "-_ "); n > 0 {
			what = frames[strings.ToLower(s.text[i:i+n])]
		}
	}
	if what == 0 || square && what&bracketed == 0 || !s.closes(end, square) {
		return
	}
	switch {
	case what&speaks != 0:
		s.add(RoleConfusion, start, end)
	case closing && what&closesFrame != 0, !closing && what&opensFrame != 0:
		s.add(EnvelopeEscape, start, end)
	}
}

// closes reports whether a tag ends soon behind end.
func (s *structures) closes(end int, square bool) bool {
	rest := s.text[end:min(len(s.text), end+60)]
	if square {
		return strings.HasPrefix(rest, "]") || len(rest) > 1 && rest[0] >= '0' && rest[0] <= '9' && strings.Contains(rest[:min(4, len(rest))], "]")
	}
	i := strings.IndexByte(rest, '>')
	if j := strings.Index(rest, "›"); j >= 0 && (i < 0 || j < i) {
		i = j
	}
	return i >= 0 && !strings.ContainsAny(rest[:i], "\n./")
}

// token reads a special token of a chat template: "<|im_start|>".
func (s *structures) token(start, i int) {
	rest := s.text[i+1 : min(len(s.text), i+40)]
	end := strings.IndexAny(rest, ">›")
	if end > 1 && !strings.ContainsAny(rest[:end], " \n") && strings.ContainsAny(rest[:end], "|｜") {
		s.add(RoleConfusion, start, i+1+end)
	}
}

// keys are those of a verdict; a figure must be one that praises.
var keys = [...]struct {
	name   string
	figure bool
}{
	{"score", true}, {"final_score", true}, {"finalscore", true}, {"overall_score", true}, {"match_score", true}, {"fit_score", true}, {"rating", true},
	{"rationale", false}, {"disqualifiers", false}, {"verdict", false},
}

// key reads a key of a JSON object, with its quotes and colon.
func (s *structures) key(start, i int) {
	for _, key := range keys {
		end := i + len(key.name)
		if end >= len(s.text) || !strings.EqualFold(s.text[i:end], key.name) {
			continue
		}
		rest := s.text[end:min(len(s.text), end+16)]
		value, ok := strings.CutPrefix(strings.TrimLeft(strings.TrimLeft(rest, "\"'`”"), " "), ":")
		if ok && rest[0] != ':' && rest[0] != ' ' && (!key.figure || praising(value)) {
			s.add(ScoreManipulation, start, end)
			return
		}
	}
}

// praising reports whether a value starts with a figure from 8 to 10 or 100.
func praising(value string) bool {
	value = strings.TrimLeft(value, " \"'`“")
	n := 0
	for n < len(value) && value[n] >= '0' && value[n] <= '9' {
		n++
	}
	switch value[:n] {
	case "8", "9", "10", "100":
		return n == len(value) || value[n] != '.' || n+1 < len(value) && value[n+1] == '0'
	}
	return false
}

// picture reads a picture of Markdown whose address has a query.
func (s *structures) picture(i int) {
	if !strings.HasPrefix(s.text[i:], "![") {
		return
	}
	rest := s.text[i:min(len(s.text), i+400)]
	_, address, ok := strings.Cut(rest, "](")
	if !ok {
		return
	}
	if address, _, ok = strings.Cut(address, ")"); ok && strings.Contains(address, "//") && carries(address) {
		s.add(Exfiltration, i, i+len("!["))
	}
}

// carries reports whether an address has a query with a place to fill in or a name under which texts are sent; badges
// and pictures of chosen size have queries too.
func carries(address string) bool {
	_, query, ok := strings.Cut(address, "?")
	if !ok {
		return false
	}
	for part := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(part, "=")
		if strings.ContainsAny(value, "[]{}<>$‹") || len(value) > 3 && strings.Trim(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == "" {
			return true
		}
		switch strings.ToLower(name) {
		case "q", "d", "data", "prompt", "secret", "text", "msg", "content", "answer", "leak", "exfil", "payload", "profile", "rubric", "history", "chat", "conversation":
			return true
		}
	}
	return false
}

// placeholder reads an address with a place to fill in: "https://collect.example/?q=[ANSWER]".
func (s *structures) placeholder(i int) {
	if i+1 == len(s.text) || strings.IndexByte("[{<", s.text[i+1]) < 0 {
		return
	}
	from := max(0, i-120)
	j := strings.LastIndex(s.text[from:i], "://")
	if j >= 0 && strings.IndexByte(s.text[from+j:i], '?') >= 0 && !strings.ContainsAny(s.text[from+j:i], " \n,") {
		s.add(Exfiltration, from+j+len("://"), i+2)
	}
}
