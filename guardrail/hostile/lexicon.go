package hostile

import "slices"

// sense is a set of the kinds of words that the rules speak of.
type sense uint64

const (
	override   sense = 1 << iota // ignore, disregard
	dropping                     // drop, remove: words that override only with a plain object
	prior                        // previous, above
	orders                       // instructions, directives, prompt
	matter                       // text, rules, tasks: what else can be overridden
	everyone                     // all, any, your
	whole                        // everything
	fresh                        // new, updated
	instead                      // instead
	produce                      // print, output, execute
	say                          // state, say, claim
	focus                        // focus, concentrate
	reveal                       // reveal, show, send
	credential                   // password, usernames
	admin                        // admin, user, database
	concealed                    // system, initial, hidden, original: what a prompt is
	machine                      // AI, LLM, chatbot
	language                     // language, of "language model"
	model                        // model, assistant, agent, system
	evaluator                    // evaluator, grader, screener
	screening                    // screening, evaluation, scoring
	readWord                     // reading, parsing, processing
	note                         // note, message, attention
	toward                       // to, for
	greeting                     // dear, hey
	ifWord                       // if, when
	you                          // you
	are                          // are, is
	article                      // a, an
	must                         // must, should, always
	please                       // please, and, then: what an imperative can follow
	now                          // now
	act                          // act, pretend, behave, simulate
	as                           // as, like
	persona                      // DAN, terminal, interpreter, jailbroken
	mode                         // mode
	developer                    // developer, debug, god: of a mode
	special                      // a word that single rules name
	scoreVerb                    // score, rate, rank
	scoreNoun                    // score, rating, points
	highest                      // highest, maximum, perfect
	best                         // best, ideal, strong
	ten                          // 10, 100
	this                         // this, our
	listing                      // job, role, listing
	recommend                    // recommend, shortlist
	give                         // give, assign
	markAs                       // mark, treat, classify
	met                          // met, satisfied, waived
	demand                       // requirement, criterion
	fit                          // match, fit
	never                        // not, never, no
	lower                        // reject, lower, disqualify
	who                          // who, candidates: whose ignoring is their own
	topic                        // injection, jailbreak: an advert about the matter
	endWord                      // end, begin
	profession                   // engineer, enthusiast: an AI one is a person
	rubric                       // rubric, verdict, rationale
	stop                         // stop
	yours                        // your
	shifted                      // a telling word under a shift of the alphabet or backwards
	applicant                    // candidate, application, CV
	promptWord                   // prompt, rubric: what a model keeps to itself
	final                        // final, overall
)

type wordList struct {
	class sense
	words string
}

// lexicon holds the words of the rules in the detector's spelling (lower case, no accents, ß as ss), in English, German,
// French, Spanish, Italian, Dutch, Portuguese and Polish.
var lexicon = newTrie(slices.Concat(wordLists, evaluationLists, shiftedWords(), literals()))

var wordLists = []wordList{
	{override, `ignore ignores ignored ignoring disregard disregarding forget override overrides overriding bypass discard nullify supersede neglect overlook
		ignorier ignoriere ignorieren ignoriert missachte missachten vergiss vergesst vergessen verwirf verwerfen ubergehe ubergehen uberschreibe
		ignorez ignorer oublie oubliez oublier negligez negliger
		ignora ignorad ignoren ignorar ignoreis olvida olvidad olvide olviden olvidar olvidate descarta descarte desestima desestime
		ignorate ignorare ignori dimentica dimenticate dimenticare scarta trascura trascurate
		negeer negeert negeren vergeet
		ignorem esqueca esquecam esquece esquecer desconsidere desconsiderem desconsiderar despreze
		ignoruj ignorujcie zignoruj zignorujcie zignorowac ignorowac zapomnij zapomnijcie pomin pomincie pominac`},
	{dropping, `drop remove leave skip abandon cancel erase delete void omit dismiss revoke clear
		streiche losche lass lasse abandonne abandonnez laisse laissez efface effacez elimina borra suprime omite cancella rimuovi laat verwijder wis
		apague exclua remova usun skasuj odrzuc`},
	{prior, `previous previously prior preceding above earlier before beforehand foregoing existing past former following first initial subsequent
		vorherig vorherige vorherigen vorheriger vorigen vorige bisherige bisherigen bisheriger vorangegangene vorangegangenen vorangehenden obige obigen fruhere fruheren
		zuvor oben vorstehende vorstehenden
		precedent precedente precedents precedentes anterieur anterieure anterieurs anterieures dessus
		anterior anteriores previo previa previos previas arriba
		precedenti sopra
		vorig eerdere voorgaande voorafgaande bovenstaande
		previos acima
		poprzednie poprzednich poprzedni poprzednia wczesniejsze wczesniejszych powyzsze powyzszych dotychczasowe dotychczasowych below elsewhere precede hierboven powyzej`},
	{orders, `instruction instructions directive directives prompt programming
		anweisung anweisungen instruktion instruktionen vorgaben anordnungen anweisungstext systemanweisungen systemprompt
		consigne consignes
		instruccion instrucciones indicaciones directivas directrices
		istruzione istruzioni direttiva direttive indicazioni
		instructie instructies aanwijzingen opdrachten
		instrucao instrucoes diretriz diretrizes orientacoes
		instrukcja instrukcje instrukcji instrukcjach polecenie poleceniach polecenia polecen wytyczne wytycznych`},
	{matter, `prompts text texts context content input inputs rule rules guideline guidelines command commands order orders task tasks message messages request requests
		constraint constraints restriction restrictions criteria guidance conversation training assignment information data document documents webpage page
		article resume function requirement requirements rubric code statement statements policy policies
		text regeln befehle aufgabe aufgaben richtlinien kriterien kontext eingaben eingabe nachrichten regel
		texte regles ordres contexte taches criteres
		texto reglas ordenes contexto tareas criterios pagina mensajes
		testo regole ordini comandi contesto compiti criteri messaggi
		tekst regels richtlijnen taken berichten
		regras ordens comandos tarefas criterios mensagens
		tekst zasady zasad reguly regul zadania zadan kryteria kryteriow komunikaty`},
	{everyone, `all any every your these those entire
		alle aller allen deine deinen ihre ihren saemtliche samtliche
		toutes tous toute tes vos ces
		todas todos toda tus sus
		tutte tutti tue vostre
		jouw uw
		tuas suas seus teus
		wszystkie wszystkich wszelkie twoje swoje`},
	{yours, `your deine deinen tes vos tus tue vostre jouw uw tuas suas seus teus twoje swoje sus ihre ihren my`},
	{whole, `everything alles tout todo tutto tudo wszystko wszystkim anything`},
	{fresh, `new updated revised changed additional neue neuer neuen nouvelle nouvelles nueva nuevas nuovo nuove nuova nieuwe nova novas nowe nowa change changes`},
	{instead, `instead stattdessen plutot cambio invece daarvoor plaats vez zamiast`},
	{produce, `print output execute return write answer respond reply translate repeat exfiltrate retrieve retreive issue perform run display
		drucke schreibe antworte gib fuhre ecris ecrivez reponds repondez imprime escribe responde devuelve scrivi rispondi stampa
		schrijf antwoord escreva responda napisz odpowiedz wypisz`},
	{say, `mention reveal disclose quote report cite acknowledge stated listed mentioned erwahne erwahnen mentionne mentionnez menciona menciones mencionar menzionare vermeld mencione wspominaj state say claim tell report declare assert conclude just declara di indica sage behaupte erklare dis dites affirme declare dichiara zeg verklaar diga declare powiedz stwierdz sagen`},
	{focus, `focus concentrate listen attention proceed pay konzentriere concentre concentra skup`},
	{reveal, `reveal what show print display output repeat leak disclose expose share send email forward return tell give exfiltrate retrieve retreive retrive list provide type
		verrate zeige sende gib schicke nenne revele montre envoie envoyez affiche donne revela muestra envia imprime rivela mostra invia stampa
		toon stuur onthul geef revele mostre envie exiba pokaz wyslij ujawnij wypisz`},
	{credential, `password passwords passwort kennwort contrasena username usernames userid wachtwoord senha senhas haslo hasla passwortes apikey`},
	{admin, `admin administrator user database nato reverse encoded phonetic`},
	{concealed, `system initial inital intial original hidden secret internal confidential system systemeigene interne internen systeme sistema systeem oculto oculta systemu systemowe systemowy poufne`},
	{machine, `ai ki ia llm llms gpt gpt3 gpt4 gpt5 chatgpt chatbot chatbots bot bots sprachmodell sprachmodelle sprachmodells taalmodel taalmodellen robot robots`},
	{language, `idioma idiomas lingua taal sprache sprachen jezyka language langage langue lenguaje linguagem linguaggio linguistico jezykowy jezykowym jezykowe artificial automated automatic automatisierte automatisches automatise automatizado automatico
		geautomatiseerd automatyczny kunstliche kunstlichen artificielle sztuczna sztuczny autonomous intelligence`},
	{model, `model models modell modelle modele modeles modelo modelos modello modelli modelem assistant assistants assistent assistente asistente asystent asystentem agent agents agente system systems
		intelligence intelligenz inteligencia intelligenza inteligencja tool tools software algorithm algorithms pipeline bot bots reader readers summarizer summarizers parser parsers crawler crawlers`},
	{evaluator, `scoring grading evaluator evaluators grader graders screener screeners scorer ranker rankers judge judges bewerter bewertungsmodell evaluateur evaluador avaliador valutatore oceniajacy beoordelaar ats`},
	{screening, `screening screeners screener evaluation evaluating scoring ranking ranker matching assessment grading evaluator recruitment recruiting recruiter recruiters recruiting review reviewer hiring vorauswahl bewertung bewertungssystem`},
	{readWord, `reading reads read parsing parses parse processing processes evaluating evaluates evaluate reviewing reviews scoring scores ranking ranks screening screens
		summarizing summarising summarizes analyzing analysing analyzes assessing judging scanning scraping scrapes indexing liest lesen lesende verarbeitet bewertet auswertet lisant lit lisent analysant analyse evalue
		lea lee leyendo lean procesa procese evalua evalue analiza legge leggono leggendo elabora valuta leest lezen verwerkt beoordeelt lendo le leem ler processa analisa avalia
		czyta czytajacy czytajaca czytajacych przetwarza przetwarzajacy ocenia oceniajacy analizuje`},
	{note, `note notes message notice instruction instructions memo guidance hint hinweis nachricht anweisung anweisungen remarque message avis consigne consignes
		nota mensaje aviso instrucciones messaggio avviso istruzioni bericht opmerking aandacht instructie instructies mensagem instrucoes wiadomosc informacja instrukcja instrukcje`},
	{toward, `to for in of des von vom del della van dos an fur pour para per a ai ao aos voor aan do dla aux au alla all alle dall`},
	{greeting, `geehrte geehrter estimada estimado stimata stimato szanowna szanowny geachte dear hey hello hi attention liebe lieber liebes chere cher querida querido cara caro beste prezada prezado drogi droga hallo bonjour hola ciao ola czesc achtung attenzione atencion atencao uwaga`},
	{ifWord, `if when whether wenn falls sofern si se als indien jesli jezeli gdy caso quando`},
	{you, `ben you u youre du sie ihr tu vous usted ustedes tu voi lei je jij jullie voce voces ty jestes eres sei es etes bent sois`},
	{are, `ben jestes are re is be being bist sind ist es etes eres sos sei siete bent e sao jestes`},
	{article, `a an any the some large ein eine einen einer un une una um uma een`},
	{must, `must should shall always will have need muss musst mussen soll sollst sollen immer unbedingt dois devez doit toujours debes debe deben siempre devi deve devono sempre moet moeten altijd deves devem musi musisz powinien zawsze`},
	{please, `please do and then now just only also so but kindly simply bitte und dann nur svp et puis veuillez por favor y luego solo e poi per prego alsjeblieft graag en dan prosze i oraz you must should always to`},
	{now, `now nun jetzt maintenant desormais ahora adesso ora nu voortaan agora teraz`},
	{act, `act acting behave pretend roleplay emulate impersonate verhalte agiere spiele agis agissez comporte actua comportate agisci comportati gedraag aja comporte zachowuj immerse udawaj`},
	{as, `as like als wie comme como come jako with mit met at z avec con com`},
	{persona, `dan stan dude aim python python3 linux unix bash sql javascript terminal interpreter console shell`},
	{mode, `mode modus modo tryb`},
	{developer, `developer debug god dan admin maintenance override sudo jailbreak jailbroken entwickler developpeur desarrollador`},
}

var tellingWords = [...]string{"ignore", "previous", "instructions", "disregard", "system", "prompt", "assistant"}

// shiftedWords are words that give an attack away when they are written under a shift of the alphabet, rot13 among
// them, or backwards.
func shiftedWords() []wordList {
	var list []wordList
	for _, w := range tellingWords {
		for shift := 1; shift < letters; shift++ {
			list = append(list, wordList{shifted, rotate(w, shift)})
		}
		back := []byte(w)
		for i := range len(w) {
			back[len(w)-1-i] = w[i]
		}
		list = append(list, wordList{shifted, string(back)})
	}
	return list
}

// rotate moves every Latin letter on by shift places.
func rotate(s string, shift int) string {
	out := []byte(s)
	for i, b := range out {
		if l := b | 0x20; l >= 'a' && l <= 'z' {
			out[i] = b&0x20 | ('A' + (b&^0x20-'A'+byte(shift))%letters)
		}
	}
	return string(out)
}
