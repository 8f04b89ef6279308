package main_test

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// active is the text of what has the focus.
const active = `(document.activeElement.innerText || document.activeElement.value || document.activeElement.tagName)`

// signingIn: without a session there is only the sign-in; the link works once, and no script can read the session.
func signingIn(t *testing.T, h *house, browser context.Context) {
	b := h.tab(t, browser)
	b.open("/review?reason=audit")
	b.await(`location.pathname === '/signin' && location.search.includes('next=') && document.querySelector('#name')`)
	b.open("/review/" + item("keys", 0))
	if text := eval[string](b, `document.body.innerText`); strings.Contains(text, "Ferry Engineer") {
		t.Errorf("shown to nobody in particular:\n%s", text)
	}
	link := b.signIn(h, "reach")
	if cookies := eval[string](b, `document.cookie`); cookies != "" {
		t.Errorf("a script can read %q", cookies)
	}
	b.open("/review")
	b.await(fmt.Sprintf(`document.querySelector('h1').innerText === '%d listings wait for you'`, people["reach"]))
	b.open("/review/" + item("keys", 0))
	b.await(`document.querySelector('h1').innerText === 'There is no such question'`)
	other := h.tab(t, browser)
	other.do(chromedp.Navigate(link))
	other.await(`!document.querySelector('main form[method=post] button.yes') || document.querySelector('#name')`)
	other.open("/review")
	other.await(`location.pathname === '/signin'`)
	b.leads(click("form.out button"))
	b.open("/review")
	b.await(`location.pathname === '/signin'`)
}

// byKeys goes through a queue without a mouse.
func byKeys(t *testing.T, h *house, browser context.Context) {
	b := h.tab(t, browser)
	b.as(h, "keys")
	b.open("/review")
	b.press("j")
	b.await(active + ` === 'Ferry Engineer 2'`)
	b.press("j")
	b.press("k")
	b.press("k")
	b.await(active + ` === 'Ferry Engineer 1'`)
	b.leads(key(kb.Enter))
	at := func(i int) {
		t.Helper()
		b.await(fmt.Sprintf(`location.pathname === '/review/%s' && document.querySelector('#decide')`, item("keys", i)))
	}
	at(0)
	b.leads(key("j"))
	at(1)
	b.leads(key("k"))
	at(0)
	b.leads(key("a"))
	b.told("Approved: “Ferry Engineer 1” of Kaihaus 0.")
	at(1)
	b.press("x")
	b.await(`document.activeElement.name === 'reason' && document.activeElement.value === 'not_interested'`)
	b.press(kb.ArrowDown + kb.ArrowDown)
	b.leads(key(kb.Enter))
	b.told("Rejected (wrong level): “Ferry Engineer 2”")
	at(2)
	b.leads(key("7"))
	b.told("Scored 7: “Ferry Engineer 3”")
	at(3)
	b.leads(key(" "))
	at(4)
	b.leads(key("0"))
	b.told("Scored 10: “Ferry Engineer 5”")
	at(5)
	b.leads(key("3"))
	b.told("Scored 3: “Ferry Engineer 6”")
	b.leads(key("u"))
	b.told("Taken back: “Ferry Engineer 6” of Kaihaus 5 waits again.")
	at(5)
	b.press("?")
	b.await(`document.querySelector('#keys').open`)
	b.press("a")
	b.press(kb.Escape)
	b.await(`!document.querySelector('#keys').open`)
	at(5)
	h.stand(t, "keys", map[int]string{0: "approved by keys", 1: "rejected (level) by keys", 2: "scored 7 by keys", 4: "scored 10 by keys"})
}

// whileTyping: letters and figures in a field are what they are, and keys with Ctrl are the browser's.
func whileTyping(t *testing.T, h *house, browser context.Context) {
	b := h.tab(t, browser)
	b.as(h, "reach")
	const typed = "ax1 u0j?/k"
	b.open("/review")
	b.press("/")
	b.await(`document.activeElement.id === 'text'`)
	b.press(typed)
	b.await(fmt.Sprintf(`document.activeElement.id === 'text' && document.activeElement.value === %q && !document.querySelector('#keys').open`, typed))
	b.press(kb.Escape)
	b.await(`document.activeElement === document.body`)
	for _, field := range []string{"select[name=board]", "select[name=state]"} {
		b.do(chromedp.Focus(field))
		b.press("a")
		b.press("u")
	}
	b.do(key("a", kb.ModifierCtrl))
	b.open("/review/" + item("reach", 0))
	b.do(chromedp.Focus("#note"))
	b.press(typed)
	b.await(fmt.Sprintf(`document.querySelector('#note').value === %q`, typed))
	b.do(chromedp.Blur("#note"))
	b.do(key("a", kb.ModifierCtrl), key("x", kb.ModifierAlt))
	b.await(fmt.Sprintf(`location.pathname === '/review/%s' && document.activeElement === document.body`, item("reach", 0)))
	h.stand(t, "reach", nil)
}

// inBulk decides many at once, with the mouse and with keys, and takes one back.
func inBulk(t *testing.T, h *house, browser context.Context) {
	b := h.tab(t, browser)
	b.as(h, "bulk")
	b.open("/review")
	box := func(i int) string { return fmt.Sprintf("input[name=ids][value=%q]", item("bulk", i)) }
	rows := func(n int) {
		t.Helper()
		b.await(`document.querySelectorAll('tr[data-item]').length === ` + strconv.Itoa(n))
	}
	b.do(click(box(1)), click(box(3)), click(box(4)))
	b.press(kb.Enter) // on a box it decides nothing
	b.await(`document.querySelector('#marked').innerText === '3 marked:' && document.querySelector('#all').indeterminate`)
	b.do(click(".bulk button.no")) // without a reason: the browser says that one is missing
	b.await(`document.querySelector('.bulk select[name=reason]:invalid')`)
	b.do(chromedp.SetValue(".bulk select[name=reason]", "pay"))
	b.leads(click(".bulk button.no"))
	b.told("Rejected (pay): 3 listings.")
	rows(people["bulk"] - 3)
	// By keys: what has the focus, where nothing is marked.
	b.do(chromedp.Focus("tr[data-item]:nth-child(2) a"))
	b.press("k" + "j")
	b.await(active + ` === 'Ferry Engineer 3'`)
	b.leads(key("a"))
	b.told("Approved: “Ferry Engineer 3”")
	b.await(active + ` === 'Ferry Engineer 6'`) // the line goes on from where it was
	b.press("x")
	b.await(`document.activeElement.name === 'reason' && document.querySelectorAll('[name=ids]:checked').length === 1`)
	b.do(chromedp.SetValue(".bulk select[name=reason]", "company"))
	b.leads(key(kb.Enter))
	b.told("Rejected (company): “Ferry Engineer 6”")
	b.leads(key("u"))
	b.told("Taken back: “Ferry Engineer 6”")
	b.open("/review")
	b.do(click(box(6)), click(box(7)))
	b.leads(key("8"))
	b.told("Scored 8: 2 listings.")
	// With a filter the form comes back to it, and decides only what it shows.
	b.open("/review?text=engineer+1")
	left := eval[int](b, `document.querySelectorAll('tr[data-item]').length`)
	b.do(click("#all"))
	b.leads(click(".bulk button.yes"))
	b.told(fmt.Sprintf("Approved: %d listings.", left))
	b.await(`location.search === '?text=engineer+1' && document.body.innerText.includes('Nothing is left with this filter')`)
	want := map[int]string{1: "rejected (pay)", 3: "rejected (pay)", 4: "rejected (pay)", 2: "approved", 6: "scored 8", 7: "scored 8"}
	for _, i := range []int{0, 9, 10, 11, 12, 13} {
		want[i] = "approved"
	}
	for i := range want {
		want[i] += " by bulk"
	}
	h.stand(t, "bulk", want)
}

// twoTabs: one wins, and the other is told who came first, with what.
func twoTabs(t *testing.T, h *house, browser context.Context) {
	mine, theirs := h.tab(t, browser), h.tab(t, browser)
	mine.as(h, "tabs")
	theirs.as(h, "olga")
	again := mine.another()
	for _, b := range []*tab{mine, theirs, again} {
		b.open("/review/" + item("tabs", 0))
	}
	mine.leads(key("a"))
	mine.told("Approved: “Ferry Engineer 1”")
	theirs.do(click("#decide input[value=pay]"))
	theirs.leads(click("#decide button.no"))
	theirs.told("Yours was not saved: approved came first, by tabs at ")
	theirs.told("You said: rejected (pay).")
	theirs.await(`document.querySelector('.decided h2').innerText === 'Approved' && !document.querySelector('#decide') && document.querySelector('.flash').getAttribute('role') === 'alert'`)
	again.leads(key("4"))
	again.told("Yours was not saved: approved came first, by you at ")
	again.told("You said: scored 4.")
	// In bulk those that nobody decided are decided.
	for _, b := range []*tab{mine, again} {
		b.open("/review")
	}
	theirs.open("/review/" + item("tabs", 2))
	theirs.leads(key("9"))
	again.do(click("#all"), chromedp.SetValue(".bulk select[name=reason]", "place"))
	again.leads(click(".bulk button.no"))
	again.told("Rejected (place): 2 listings. 1 listing decided before and stays as it was, the first scored 9 by olga at ")
	h.stand(t, "tabs", map[int]string{0: "approved by tabs", 1: "rejected (place) by tabs", 2: "scored 9 by olga", 3: "rejected (place) by tabs"})
}

// withoutScript: all that keys do can be done by plain forms.
func withoutScript(t *testing.T, h *house, browser context.Context) {
	b := h.tab(t, browser)
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	b.signIn(h, "plain")
	b.open("/review")
	if eval[bool](b, `document.documentElement.classList.contains('js') || [...document.querySelectorAll('.keys, #all')].some((e) => e.checkVisibility())`) {
		t.Error("scripts run, or what needs them is offered")
	}
	b.leads(click("tr[data-item] .title a"))
	b.do(click("#decide button.no")) // the browser asks for the reason, and nothing is sent
	b.await(`document.querySelector('#decide input[name=reason]:invalid')`)
	// Enter on a reason is no approval.
	b.do(click("#decide input[value=wrong_field]"))
	b.press(kb.Enter)
	b.do(chromedp.SendKeys("#note", "Ferries, not trains."))
	b.leads(click("#decide button.no"))
	b.told("Rejected (wrong field): “Ferry Engineer 1”")
	b.leads(click("#decide .scores button[value='10']"))
	b.told("Scored 10: “Ferry Engineer 2”")
	b.leads(click("#decide button.yes"))
	b.told("Approved: “Ferry Engineer 3”")
	b.leads(click(".flash button"))
	b.told("Taken back: “Ferry Engineer 3”")
	b.leads(click("a[data-list]"))
	b.do(chromedp.SendKeys("#text", "engineer 4"))
	b.leads(click(".filter button"))
	b.await(`document.querySelectorAll('tr[data-item]').length === 1`)
	b.leads(click(".filter a"))
	b.leads(click(".bulk button.yes"))
	b.told("Nothing was decided: mark the listings first.")
	b.do(click(fmt.Sprintf("input[value=%q]", item("plain", 4))), click(fmt.Sprintf("input[value=%q]", item("plain", 5))))
	b.leads(click(".bulk button.yes"))
	b.told("Approved: 2 listings.")
	h.stand(t, "plain", map[int]string{0: "rejected (wrong field) by plain", 1: "scored 10 by plain", 4: "approved by plain", 5: "approved by plain"})
	it, err := h.store.Review(t.Context(), "plain", item("plain", 0))
	if err != nil || it.Decision.Note != "Ferries, not trains." {
		t.Errorf("%+v, %v", it.Decision, err)
	}
	b.leads(click("form.out button"))
	b.await(`document.querySelector('#name')`)
}
