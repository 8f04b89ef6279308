package config

import (
	"fmt"
	"net/netip"
	"net/url"
	"time"

	"shortlist/worker/strict"
)

// leastEvery is how often each board's terms or documentation let a program fetch.
func leastEvery(board string) time.Duration {
	if board == "remotive" {
		return 6 * time.Hour // "max 4 times a day"
	}
	return time.Hour
}

const (
	mostEvery = 30 * 24 * time.Hour
	mostPages = 100
)

// settings are the boards by reference, by name.
func (b *Boards) settings() map[string]*Board {
	return map[string]*Board{
		"remoteok": &b.RemoteOK, "himalayas": &b.Himalayas.Board, "remotive": &b.Remotive, "jobicy": &b.Jobicy,
	}
}

func (c *Config) validateBoards() strict.Problems {
	var problems strict.Problems
	for name, board := range c.Boards.All() {
		key := "boards." + name
		own, message := baseURL(board.BaseURL)
		if message != "" {
			problems = append(problems, c.problem(key+".base_url", message, "write it as https://host, a path prefix may follow"))
			own = true // nothing more can be said of the interval
		}
		switch least := leastEvery(name); {
		case board.Every < 0 || board.Every > mostEvery:
			problems = append(problems, c.problem(key+".every", "is not between 0 and 30 days", "write a duration such as 6h"))
		case board.Every < least && !own:
			problems = append(problems, c.problem(key+".every",
				fmt.Sprintf("is %s, shorter than the board's terms allow", board.Every), fmt.Sprintf("write %s or more", hours(least))))
		}
	}
	if pages := c.Boards.Himalayas.Pages; pages < 1 || pages > mostPages {
		problems = append(problems, c.problem("boards.himalayas.pages",
			fmt.Sprintf("is %d", pages), fmt.Sprintf("write a number from 1 to %d", mostPages)))
	}
	return problems
}

func hours(d time.Duration) string { return fmt.Sprintf("%dh", d/time.Hour) }

// baseURL checks where a board is fetched from. own says that it is a mirror on this machine, which no terms bind.
func baseURL(raw string) (own bool, message string) {
	if !isPlainURL(raw) {
		return false, "is not an https:// URL of a host without user, query and fragment"
	}
	u, err := url.Parse(raw)
	if err != nil {
		return false, "is not a URL"
	}
	host := u.Hostname()
	if isLoopback(host) {
		return true, ""
	}
	if addr, err := netip.ParseAddr(host); err == nil && !isPublic(addr.Unmap()) {
		return false, "is a private address; only public hosts and this machine (127.0.0.1) are fetched"
	}
	if u.Scheme != "https" {
		return false, "is not https://, which only this machine (127.0.0.1) may go without"
	}
	return false, ""
}

// carrierNAT is the shared address space of RFC 6598, which netip does not count as private.
var carrierNAT = netip.MustParsePrefix("100.64.0.0/10")

func isPublic(addr netip.Addr) bool {
	return addr.IsGlobalUnicast() && !addr.IsPrivate() && !carrierNAT.Contains(addr)
}
