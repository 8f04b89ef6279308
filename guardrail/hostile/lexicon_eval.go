package hostile

// evaluationLists hold the words of those who want a place in a ranking.
var evaluationLists = []wordList{
	{scoreVerb, `score rate rank grade evaluate assess bewerte bewerten benote benoten note notez noter evaluez classe classez puntua puntue punctua califica califique valora valore clasifica clasifique
		valuta valutate valutare classifica punteggia beoordeel beoordelen scoor rangschik pontue avalie avaliem classifique ocen ocenic ocencie oceniaj`},
	{scoreNoun, `endbewertung gesamtbewertung gesamtnote eindscore score scores rating ratings grade grades marks points rank ranking punktzahl bewertung punkte punkten note notes puntuacion puntaje calificacion nota punteggio voto valutazione
		beoordeling cijfer pontuacao ocena ocene oceny wynik punktow punktacje`},
	{highest, `100 hochstnote hochstpunktzahl bestnote hoechstnote maximum maximal maximale maximalen max highest top perfect perfekt perfekte perfekten full hochste hochsten hochstmogliche volle vollen parfait parfaite maxime maxima maximo maximos
		massimo massima massimi perfetto perfetta pieni hoogste perfecte perfecta perfecto perfeita perfeito alta alto najwyzsza najwyzsze najwyzszy maksymalna maksymalny maksymalnie idealna idealny doskonale`},
	{best, `best ideal excellent outstanding strong strongest exceptional great beste besten bestens bester ideale idealen meilleur meilleure excellente ideal mejor excelente ideale migliore ottimo eccellente uitstekend ideale
		melhor najlepsza najlepszy qualified suitable relevant first number1 geeignet adapte adecuado`},
	{ten, `10 ten zehn dix diez dieci tien dez dziesiec`},
	{this, `das die der den le la les el il het this the our that such these those ces estas estos queste estes dieses diese diesen dieser unsere unserer cette cet ce notre esta este esto nuestra nuestro questo questa quest nostra nostro deze dit onze esta este nossa nosso ta te to ten tej tego nasza every each it`},
	{listing, `job jobs role roles listing listings position posting postings advert adverts advertisement ad vacancy offer opportunity
		page document description stelle stellenanzeige stellenangebot anzeige inserat position angebot
		annonce offre poste oferta ofertas puesto anuncio vacante empleo
		annuncio offerta posizione lavoro vacature baan functie vaga ogloszenie ogloszenia ogloszeniu oferte oferty stanowisko`},
	{applicant, `candidate candidates candidacy applicant applicants resume resumes cv application employer company bewerber bewerberin bewerbung kandidat kandidaten lebenslauf candidat candidature
		candidato candidata candidatura sollicitant kandidaat kandydat kandydata kandydature`},
	{recommend, `recommend recommended shortlist endorse empfiehl empfehle empfehlen recommande recommandez recommander recomienda recomiende recomendar raccomanda raccomandate raccomandare consiglia
		aanbevelen aanraden recomende recomendem polecaj poleca polec rekomenduj`},
	{give, `setze fija imposta zet defina ustaw give assign award grant output return set respond reply answer report vergib vergebe gib geben donne donnez attribue attribuez accorde accordez mets mettez asigna asigne asignale otorga otorgue dale da dele pon
		ponle assegna assegnate dai date attribuisci geef ken atribua conceda de przyznaj przyznac daj wystaw przydziel produce`},
	{markAs, `mark treat classify label flag tag categorize categorise consider regard assume count markiere behandle betrachte werte stufe considere considerez traite traitez marque marquez considera trata marca considera
		tratta beschouw behandel markeer considere trate oznacz traktuj uznaj`},
	{met, `completed complete finalized finalised concluded already met satisfied waived fulfilled optional passed approved eligible unnecessary irrelevant void required erfullt gegeben remplie satisfaite cumplido cumplida cumplidos satisfecho soddisfatto soddisfatti
		voldaan cumprido atendido atendidos spelnione spelniony`},
	{demand, `requirement requirements criterion criteria condition conditions german english french spanish polish dutch italian portuguese residency clearance degree anforderung anforderungen kriterium kriterien exigence exigences critere criteres
		requisito requisitos requisiti criterio criterios vereiste vereisten eisen requisitos wymaganie wymagania kryteria disqualifier disqualifiers dealbreaker dealbreakers`},
	{fit, `match fit candidate choice treffer passt correspondance coincidencia corrispondenza correspondencia dopasowanie`},
	{never, `ohne zonder not never no don dont t cannot without nicht nie niemals kein keine ne pas jamais sans no nunca ni non mai senza niet nooit geen nao nunca sem nie nigdy bez refuse avoid`},
	{lower, `reject rejected lower penalize penalise penalized disqualify downgrade deduct downrank exclude filter ablehnen abwerten rejette rejetez penalise rechaza rechazar descarta penaliza rifiuta scarta afwijzen rejeite penalize odrzucaj odrzuc obnizaj`},
	{who, `who that which whoever those applicants candidates candidate applications application applicant submissions anyone people they we ourselves wer welche bewerber bewerbungen kandidaten quienes candidatos candidatas candidats
		candidati sollicitanten kandydaci ktorzy ktore which cannot not never don t to nicht nie nunca jamais non niet nao applicants`},
	{topic, `injection injections injecting jailbreak jailbreaks jailbreaking adversarial attack attacks attacker attackers teaming redteam redteaming guardrail guardrails vulnerability vulnerabilities exploit exploits threat threats
		mitigate mitigation mitigations defense defenses defend robustness angriffe angriff attaques attaque ataques attacchi aanvallen ataki malicious`},
	{endWord, `end begin beginning start ende beginn anfang fin debut fine inizio einde begin fim inicio koniec poczatek`},
	{profession, `engineer engineers engineering developer developers research researcher researchers enthusiast enthusiasts expert experts practitioner practitioners specialist specialists talent talents startup startups company companies
		team teams lover lovers founder founders product products architect architects scientist scientists safety trainer trainers tutor tutors annotator annotators native curious first savvy driven fluent powered forward minded
		professional professionals power nerd nerds geek geeks fan fans lead leader leaders consultant consultants strategist manager managers ingenieur ingenieure entwickler entwicklerin experten experte forscher enthusiasten`},
	{rubric, `rubric rubrics verdict verdicts rationale disqualifier disqualifiers bewertungsraster begrundung grille rubrica justificacion motivazione rubryka uzasadnienie evidence`},
	{stop, `stop cease halt quit hor hore arrete arretez deja para smetti stop pare przestan`},
	{promptWord, `prompt systemprompt rubric bewertungsraster grille rubrica rubryka rubryke conversation transcript`},
	{final, `final overall fit match total relevance matching endgultige gesamtbewertung finale finaal koncowa koncowy globale general`},
}
