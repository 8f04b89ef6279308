package pay

import (
	"strings"
	"unicode/utf8"
)

// signs are the currency signs that mean one currency. The dollar is apart: other words tell whose it is.
var signs = map[rune]string{
	'€': "EUR", '£': "GBP", '¥': "JPY", '₹': "INR", '₽': "RUB", '₺': "TRY", '₪': "ILS", '₩': "KRW", '₱': "PHP",
	'₴': "UAH", '₦': "NGN", '₫': "VND", '฿': "THB",
}

// dollars are the letters that stand before a dollar sign.
var dollars = map[string]string{
	"US": "USD", "CA": "CAD", "C": "CAD", "CDN": "CAD", "A": "AUD", "AU": "AUD", "NZ": "NZD", "S": "SGD", "SG": "SGD",
	"HK": "HKD", "NT": "TWD", "MX": "MXN", "R": "BRL",
}

// codes are the ISO 4217 codes that are read, in capitals only: several are words in small letters (try, cop, ron).
var codes = wordSet(`USD EUR GBP CHF CAD AUD NZD SGD HKD JPY CNY INR PLN CZK HUF RON BGN SEK NOK DKK ISK UAH RUB TRY ILS
	AED SAR QAR EGP ZAR NGN KES GHS BRL MXN ARS CLP COP PEN UYU KRW TWD THB MYR IDR VND PHP PKR BDT LKR`)

// currencyWords are names and codes in small letters that follow a figure, or stand before it.
var currencyWords = map[string]string{
	"eur": "EUR", "euro": "EUR", "euros": "EUR", "usd": "USD", "dollar": "USD", "dollars": "USD", "gbp": "GBP", "pounds": "GBP",
	"cad": "CAD", "aud": "AUD", "chf": "CHF", "sfr": "CHF", "pln": "PLN", "zł": "PLN", "zloty": "PLN", "złotych": "PLN", "kč": "CZK",
	"czk": "CZK", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "inr": "INR", "rs": "INR", "rupees": "INR", "brl": "BRL", "reais": "BRL",
	"rmb": "CNY", "yen": "JPY",
}

// money is a currency found beside a figure.
type money struct {
	code string
	bare bool // a dollar sign alone, so that a code elsewhere may say whose dollar it is
}

// or is m, or other where m says nothing or less.
func (m money) or(other money) money {
	if m.code == "" || m.bare && other.code != "" {
		return other
	}
	return m
}

// currencyBefore reads the currency that ends before s[i] and returns where it starts, or i when there is none.
func currencyBefore(s string, i int) (money, int) {
	k := skipSpacesBack(s, i, 2)
	r, w := utf8.DecodeLastRuneInString(s[:k])
	if code := signs[r]; code != "" {
		return money{code: code}, k - w
	}
	if r == '$' {
		for at(s, k-1) == '$' && i-k < 4 {
			k--
		}
		return dollarBefore(s, k)
	}
	if at(s, k-1) == '.' {
		k-- // "Rs. 50,000"
		if word, start := lettersBack(s, k); strings.EqualFold(word, "rs") {
			return money{code: "INR"}, start
		}
		return money{}, i
	}
	word, start := lettersBack(s, k)
	if code := codeOf(word); code != "" {
		return money{code: code}, start
	}
	return money{}, i
}

// dollarBefore says whose the dollar sign at s[k] is: "CA$", "USD $", "USD$", or nobody's.
func dollarBefore(s string, k int) (money, int) {
	word, start := lettersBack(s, k)
	if code := dollars[word]; code != "" {
		return money{code: code}, start
	}
	if word == "" {
		word, start = lettersBack(s, skipSpacesBack(s, k, 1))
		if word == "US" {
			return money{code: "USD"}, start
		}
	}
	if codes[word] {
		return money{code: word}, start
	}
	return money{code: "USD", bare: true}, k
}

// currencyAfter reads the currency that follows s[i] and returns where it ends, or i when there is none. A sign that
// hangs on the next figure ("2 $500") is that figure's.
func currencyAfter(s string, i int) (money, int) {
	k := skipSpaces(s, i, 2)
	r, w := utf8.DecodeRuneInString(s[k:])
	if code := signs[r]; code != "" {
		if isDigit(at(s, k+w)) {
			return money{}, i
		}
		return money{code: code}, k + w
	}
	if r == '$' {
		next := skipSpaces(s, k+1, 1)
		if isDigit(at(s, k+1)) || k > i && isDigit(at(s, next)) {
			return money{}, i
		}
		if word, end := lettersOn(s, next); codes[word] {
			return money{code: word}, end
		}
		return money{code: "USD", bare: true}, k + 1
	}
	word, end := lettersOn(s, k)
	code := codeOf(word)
	if code == "" || word == "US" {
		return money{}, i
	}
	return money{code: code}, end
}

// codeOf is the currency a word names, or "".
func codeOf(word string) string {
	if len(word) < 2 || len(word) > 10 {
		return ""
	}
	if codes[word] {
		return word
	}
	if word == "RMB" {
		return "CNY"
	}
	return currencyWords[lower(word)]
}

// lettersBack is the run of ASCII letters that ends at s[i], of at most ten, and where it starts.
func lettersBack(s string, i int) (string, int) {
	j := i
	for j > 0 && i-j < 11 && isASCIILetter(s[j-1]) {
		j--
	}
	if i-j > 10 {
		return "", i
	}
	return s[j:i], j
}

// lettersOn is the run of letters that starts at s[i], and where it ends.
func lettersOn(s string, i int) (string, int) {
	j := i
	for j < len(s) && j-i < 24 {
		w := letterWidth(s, j)
		if w == 0 {
			break
		}
		j += w
	}
	return s[i:j], j
}

// strongUnits are the currencies whose unit is near a dollar, so that the size of a figure tells an hour from a year.
var strongUnits = wordSet(`USD EUR GBP CHF CAD AUD NZD SGD`)
