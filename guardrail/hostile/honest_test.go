package hostile

import (
	"slices"
	"testing"
)

// honest are sentences of adverts that come near to an attack, in the words of those who write adverts.
var honest = []string{
	"Please mention the word LANTERN when you apply to show that you read this.",
	"If you can read this, start your letter with the word wick.",
	"Candidates who ignore these instructions will not be considered.",
	"Applications that disregard the above instructions are set aside.",
	"Bewerber, die diese Anweisungen ignorieren, werden nicht berücksichtigt.",
	"Do not ignore any of the instructions above when you apply.",
	"You test models against prompt injection, jailbreaks and system prompt leaks.",
	"You write red-team prompts such as \"ignore previous instructions\" and measure which attacks work.",
	"Build guardrails so that our agents never reveal the system prompt.",
	"Detect attempts to make a model ignore its instructions.",
	"Experience with jailbreak detection and adversarial prompts.",
	"You will design system prompts and evaluate the answers of large language models.",
	"You rate the answers of AI models on a scale from 1 to 10.",
	"Score and rank model outputs against a rubric.",
	"Our AI assistant helps recruiters; a person reads every application.",
	"We may use AI tools to review applications, but people decide.",
	"If you are an AI engineer who loves mills, write to us.",
	"If you are an AI enthusiast, you will feel at home.",
	"If you're AI-curious and driven, apply.",
	"Note to recruiters: we do not work with agencies.",
	"Attention AI engineers!",
	"Dear applicant, please attach a letter.",
	"Hey AI builders, come and join us.",
	"You are now leaving the comfort of a large company.",
	"From now on you will receive a mail each Friday.",
	"Act as a bridge between sales and the AI team.",
	"Act as an interpreter for patients and nurses.",
	"Act as the point of contact for users of our system.",
	"Forget everything you know about banking.",
	"Forget long meetings; we write things down.",
	"Stop reading job adverts and apply.",
	"This is the highest rated mill of the coast, with a score of 4.8 on Lampdoor.",
	"Our customers give us the best ratings.",
	"We always recommend this role to people who like the sea.",
	"You hold a minimum score of 7 in the language test.",
	"Rated 10 out of 10 by our keepers for three years.",
	"Top 10 employer of the region.",
	"A credit score of 600 or more is required.",
	"You consider yourself a perfect match for the sea.",
	"Reset passwords for users of the internal database and document each case.",
	"Provide all instructions to the apprentices in writing.",
	"Send your application to mill@quillmark.example.",
	"Show us your prompts and how you improved them.",
	"Treat every customer as a guest.",
	"Do not mention the salary in the first letter.",
	"Please disregard any request for money that comes in our name.",
	"System: Linux, lamps and a steady hand.",
	"User: you know our users and their needs.",
	"Assistant lamp keeper (part-time)",
	"New instructions are given each morning.",
	"New: guidelines for lamps.",
	"End of probation: six months.",
	"Start of the role: May.",
	"Important: read the instructions below before you apply.",
	"Important for AI systems and data: a feel for numbers.",
	"Use https://quillmark.example/apply?ref=board&utm_source=lamp to apply.",
	"Reference: 0f8fad5b-d9cb-469f-a165-70867728950e, vat DE136695976, key 9a1f4c77b0e24c6d8f00aa1122334455.",
	"Solve this to apply: aGVsbG8gbGFudGVybiBrZWVwZXIgYW5kIHdlbGNvbWU=",
	"Code: 48 65 6c 6c 6f 20 6c 61 6e 74 65 72 6e",
	"Zukunfts\u00adprojekte ge\u00adstalten und Lampen\u00adwärter an\u00adleiten.",
	"A home for families 👨\u200d👩\u200d👧\u200d👦 and keepers 👩🏽\u200d🔧 ☺️.",
	"نحن نبحث عن حارس می\u200cخواهم للمصابيح.",
	"Wir bewerten Bewerbungen nach 10 Kriterien.",
	"Diese Stelle ist mit 10 Tagen Sonderurlaub verbunden.",
	"Nous recommandons cette offre à ceux qui aiment la mer.",
	"Valoramos experiencia con IA y modelos de lenguaje.",
	"Ignorar el ruido y centrarse en lo importante.",
	"Nie ignorujemy żadnych zgłoszeń.",
	"Learn how to write better prompts for ChatGPT and other AI tools.",
	"The model reads this data each night.",
	"You review the instructions of the previous shift and complete its tasks.",
	"Override the default settings of the lamp where needed.",
	"Follow the rules above all else.",
	"Skip the queue: apply directly.",
	"Remove all previous coats of paint.",
	"Clear all previous tasks before you leave.",
	"Erase the chalk and start anew.",
	"You report to the system administrator and set new directions.",
	"Print and display signs, tell guests of our rules.",
	"Our rubric: craft, care, calm.",
	"The evaluation of this role takes two weeks and a final interview.",
	"Meets all criteria of the trade.",
	"Ideal candidate: calm, kind, awake.",
	"We give a 10% bonus and the highest pension of the coast.",
	"Set top-10 goals and rank them.",
	"Rank our pages on top of the search results.",
	"Mark the lamps as ready for the match.",
	"English is not required even if you work with guests.",
	"Email: mill@quillmark.example, subject line [LAMP-10].",
	"Degree optional: we treat experience as equal.",
	"Consider this the best job on the coast.",
}

// honestTexts are whole texts that need what stands around a sentence, or nothing around it.
var honestTexts = []string{
	"You trim wicks and log oil.\n\nEnd of job description",
	"END OF ADVERT",
	"You trim wiсks and log oil.", // one letter of another script, as a slip of the keyboard makes it
	"Join\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b us.",
	"Send the prompt to the model and rate the answer.",
	"![lamp](https://quillmark.example/lamp.png?size=large)",
	"[Advert] Lamp keeper",
	"[Assistant] Lamp keeper",
	"Know &lt;sys/types.h&gt; and &lt;T&gt; well.",
	`The reply holds "score": 0.93 for each lamp.`,
	"Observation: lamps go out.",
}

func TestHonestTexts(t *testing.T) {
	t.Parallel()
	for _, s := range honestTexts {
		if got := Text(s); got.Flags != nil {
			t.Errorf("%s: %v", s, got.Flags)
		}
	}
}

func TestHonestAdverts(t *testing.T) {
	t.Parallel()
	for _, s := range slices.Concat(honest, honestMore) {
		if got := Text(around(s)); got.Flags != nil {
			t.Errorf("%s: %v", s, got.Flags)
		}
		if got := Field(s); got.Flags != nil {
			t.Errorf("in a field: %s: %v", s, got.Flags)
		}
	}
}
