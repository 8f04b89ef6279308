package gate

// languageInTitle reads a title, where a language's name stands for itself: "Support Agent (German)".
func languageInTitle(r *reading, own []string) finding {
	if !r.tags.any(languageNames) || r.tags.any(tagsOf(tagSoft, tagNot)) {
		return silent
	}
	rule := languageRule{reading: r, own: own}
	for _, it := range r.items {
		switch it.tag {
		case tagLanguage:
			if rule.namesLanguageOfTitle(it) {
				rule.put(mention{from: it.from, to: it.to, code: it.value, fluent: true})
			}
		case tagSpeaker:
			rule.put(mention{from: it.from, to: it.to, code: it.value, fluent: true})
		}
	}
	for i := range rule.groups {
		if state, code := rule.judge(&rule.groups[i]); state != Silent {
			return finding{state, r.src, languageWhy(state, code)}
		}
	}
	return silent
}

func (r *languageRule) namesLanguageOfTitle(it item) bool {
	if r.after(it.to, 0, tagsOf(tagJob)) != nil {
		return true
	}
	if r.after(it.to, 3, tagsOf(tagOther)) != nil {
		return false
	}
	return it.to >= r.to || r.tokens[it.to].gap&(gapCut|gapSlash|gapAnd) != 0 || r.after(it.to, 0, tagsOf(tagFluent, tagLangword, tagAnd, tagOr)) != nil
}
