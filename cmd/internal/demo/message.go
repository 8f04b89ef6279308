package demo

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html/charset"
)

const (
	maxParts     = 64
	maxPartDepth = 6
)

// message is what the mailbox reads out of a mail. A part that is missing is nil.
type message struct {
	subject, from string
	html, text    []byte // decoded, UTF-8
}

// parseMessage reads as much as it can: a mail that is malformed is still a mail worth keeping.
func parseMessage(raw []byte) message {
	var msg message
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return msg
	}
	words := mime.WordDecoder{CharsetReader: charset.NewReaderLabel}
	msg.subject = oneLine(m.Header.Get("Subject"), &words)
	if from, err := mail.ParseAddress(m.Header.Get("From")); err == nil {
		msg.from = from.Address
	}
	parts := maxParts
	msg.readPart(header(m.Header), m.Body, maxPartDepth, &parts)
	return msg
}

// header is a part's header, whichever of the library's types it came in.
type header map[string][]string

func (h header) get(name string) string {
	if v := h[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// readPart takes the first HTML and the first text of a part and of those inside it, attachments apart.
func (msg *message) readPart(h header, body io.Reader, depth int, parts *int) {
	if *parts--; *parts < 0 || depth < 0 {
		return
	}
	if disposition, _, _ := mime.ParseMediaType(h.get("Content-Disposition")); disposition == "attachment" {
		return
	}
	kind, params, err := mime.ParseMediaType(h.get("Content-Type"))
	if err != nil {
		kind = "text/plain" // RFC 2045, 5.2: what has no readable type is plain text
	}
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		r := multipart.NewReader(body, params["boundary"])
		for {
			// The raw part, since the library would otherwise undo one of the two encodings and not the other.
			p, err := r.NextRawPart()
			if err != nil {
				return
			}
			msg.readPart(header(p.Header), p, depth-1, parts)
		}
	case kind == "text/html" && msg.html == nil:
		msg.html = decode(body, h.get("Content-Transfer-Encoding"), params["charset"])
	case kind == "text/plain" && msg.text == nil:
		msg.text = decode(body, h.get("Content-Transfer-Encoding"), params["charset"])
	}
}

// decode undoes the transfer encoding and turns the rest into UTF-8; what cannot be decoded is cut off.
func decode(body io.Reader, encoding, label string) []byte {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	if label != "" && !strings.EqualFold(label, "utf-8") {
		if r, err := charset.NewReaderLabel(label, body); err == nil {
			body = r
		}
	}
	out, _ := io.ReadAll(body)
	if out == nil {
		out = []byte{}
	}
	return out
}

// oneLine decodes RFC 2047 words and leaves no control character, which a decoded word may well hold.
func oneLine(s string, words *mime.WordDecoder) string {
	if decoded, err := words.DecodeHeader(s); err == nil {
		s = decoded
	}
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// lastNumber is the highest number of the messages that a folder holds already.
func lastNumber(dir string) (int, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, err
	}
	last := 0
	for _, e := range entries {
		digits, _, _ := strings.Cut(e.Name(), "-")
		if n, err := strconv.Atoi(digits); err == nil && len(digits) >= 3 && filepath.Ext(e.Name()) == ".eml" {
			last = max(last, n)
		}
	}
	return last, nil
}

// writeFile writes a file that is there wholly or not at all.
func writeFile(path string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".incoming-*")
	if err != nil {
		return fmt.Errorf("mail folder: %w", err)
	}
	defer os.Remove(tmp.Name()) // gone already where the rename succeeded
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Chmod(0o644)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("mail folder: %w", err)
	}
	return nil
}
