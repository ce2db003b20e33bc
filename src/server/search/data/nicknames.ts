/**
 * Common English and Spanish nicknames, one formal name per line: `formal: nickname, nickname`.
 * Spelled as search folds them: lower case, without accents. Both directions apply.
 */
const NICKNAMES = `
aaron: ron, ronnie
abigail: abby, abbie, gail
abraham: abe, bram
adelaide: addie, ada, heidi
adriana: adri, nana
agustin: tin, agus
alan: al
albert: al, bert, bertie
alberto: beto, berto, tito
alejandra: ale, alex, jandra
alejandro: ale, alex, jandro, sandro
alexander: alex, al, xander, zander, sandy, sasha, lex
alexandra: alex, lexi, sandra, sandy, sasha, allie, lexie
alexis: alex, lexi
alfonso: fonso, poncho, alf
alfred: al, alf, fred, freddie
alfredo: fredo, fredy, freddy, alf
alice: ali, allie
alicia: ali, licha
alison: ali, allie
amanda: mandy, manda
ana: anita, annie
anastasia: ana, stacy, nastya, tasia
andrea: andi, andie, drea
andres: andy, andi
andrew: andy, drew
angela: angie, angel
angelica: angie, angel
angelina: angie, lina
ann: annie, nan, nancy
anna: annie, ana, anya
annabelle: anna, belle, bella
anne: annie, nan, nancy
anthony: tony, ant
antonia: toni, tonia, tonya
antonio: tono, tony, toni
archibald: archie
arthur: art, artie
arturo: art, turo
august: gus, augie
augustus: gus
barbara: barb, barbie, babs
bartholomew: bart
beatrice: bea, trixie, bee
beatriz: bea, bety, betty, trini
benito: beni, nito
benjamin: ben, benji, benny, benja
bernadette: bernie
bernard: bernie, bern
bernardo: bernie, nardo
bradley: brad
brandon: bran
brian: bri
bridget: bridie, biddy
calvin: cal
cameron: cam
camila: cami, mila
candelaria: cande, candy
carla: carly
carlos: charly, carlitos, litos
carmen: carmela, mamen
carolina: caro, carol
caroline: carrie, carol, caro, lina
carolyn: carrie, carol
cassandra: cass, cassie, sandra
catalina: cata, cati, lina
catherine: cathy, cat, kate, katie, kitty, cate
cecilia: ceci, cissy, celia
charles: charlie, chuck, chas, chip
charlotte: charlie, lottie, lotte, char
christian: chris
christina: chris, tina, chrissy, christy
christine: chris, tina, chrissy
christopher: chris, topher, kit, christy
clara: clarita
claudia: clau, claudi
clifford: cliff
clinton: clint
concepcion: concha, conchita, conchi
constance: connie
consuelo: chelo, consu
cornelius: neil, corny
cristian: cris
cristina: cris, tina, cristi
cristobal: cris, toba
curtis: curt
cynthia: cindy, cyndi
daniel: dan, danny, dani
daniela: dani, dany, ela
danielle: dani, danny
david: dave, davey, davi
deborah: deb, debbie, debby
delores: lola, dee
dennis: denny
diana: di, dee
dolores: lola, loli, lolita
dominic: dom, nick
donald: don, donnie
dorothy: dot, dottie, dolly, dory
douglas: doug
edgar: ed, eddie
eduardo: edu, lalo, eddie
edward: ed, eddie, ted, teddy, ned
edwin: ed, eddie
eleanor: ellie, nell, nora, elly, nellie, ella, lena
elena: nena, ele
elias: eli
elijah: eli, lige
elisabeth: liz, lisa, beth, elsa, lisbeth
elizabeth: liz, beth, betty, lizzie, eliza, betsy, lisa, ellie, libby, bess, bessie, elsie, liza
ellen: nell, nellie, ellie
emilia: emi, mila, emmy
emilio: emi, milo
emily: em, emmy, millie
emma: em, emmy
enrique: quique, kike, rique, henry
ernest: ernie
ernesto: neto, ernie, tito
esperanza: espe, pera
esteban: teban, steve
esther: essie, hettie
eugene: gene
eugenia: genie, gena, maru
evelyn: evie, eve, lynn
ezekiel: zeke
federico: fede, fico, kiko
felipe: pipe, feli, lipe
fernanda: fer, nanda, fernandita
fernando: fer, nando, fercho
florence: flo, florrie, flossie
florencia: flor, flori
frances: fran, frankie, fanny, francie
francesca: fran, frankie, chesca
francis: frank, fran, frankie
francisca: paca, paqui, fran, pancha
francisco: paco, pancho, kiko, fran, curro, cisco
franklin: frank, frankie
frederick: fred, freddie, rick, fritz
gabriel: gabe, gabi, gabo
gabriela: gabi, gaby, ela
gabriella: gabi, ella, gabby
gabrielle: gabby, elle
genevieve: gen, eve, viv, jenny
geoffrey: geoff, jeff
george: georgie
gerald: gerry, jerry
geraldine: gerry
gerardo: gera, jerry, lalo
gertrude: gertie, trudy
gilbert: gil, bert
gilberto: gil, beto
gonzalo: gonza, chalo
graciela: chela, gra
gregorio: goyo, grego
gregory: greg, gregg
guadalupe: lupe, lupita, pita
guillermo: memo, guille, willy, memito
gustavo: gus, tavo
gwendolyn: gwen, wendy
hannah: hanna, annie
harold: hal, harry
harriet: hattie, harry
hector: tito, ector
helen: nell, nellie, lena, ellie
henry: hank, harry, hal
herbert: herb, bert
hilario: lalo, layo
howard: howie
humberto: beto, berto
ignacio: nacho, nachito, iggy
inmaculada: inma, macu
irene: rena
isaac: ike, zac
isabel: isa, chabela, belen, bella, izzy, chavela
isabella: bella, izzy, isa, ella, belle
isabelle: bella, izzy
isidro: chilo, sidro
jackson: jack, jax
jacob: jake, jay, coby
jacqueline: jackie, jacqui
jaime: jimmy, jaimito
james: jim, jimmy, jamie, jem
jane: janie, jenny
janet: jan
jasmine: jas, jazz
javier: javi, xavi
jeffrey: jeff
jennifer: jen, jenny, jenn, jenna
jeremiah: jerry, jem, jeremy
jeremy: jerry, jem
jerome: jerry
jessica: jess, jessie
jesus: chuy, chucho, suso, chus
joanna: jo, joey
joaquin: quin, quino, joaco
joel: joe
john: jack, johnny, jon, johnnie
jonathan: jon, jonny, nathan, johnny
jordan: jordy, jord
jorge: coque, yoyo, jorgito
jose: pepe, chepe, pepito, joselito, che
josefa: pepa, pepita, fina
josefina: pepa, fina, chepina, josie
joseph: joe, joey, jo
josephine: jo, josie, fifi
joshua: josh
juan: juancho, juanito
juana: juanita
judith: judy, judi
julia: juli, jules, julie
julian: jules, juli, julio
juliana: juli, ana
julieta: juli, july
karen: kari
katherine: kathy, kate, katie, kat, kit, kitty, kay, katy
kathleen: kathy, kate, katie, kath, kay
kathryn: kate, kathy, katie
kenneth: ken, kenny
kevin: kev
kimberly: kim, kimmy
kristen: kris, kristy, kristi
kristina: kris, tina
laura: laurie, lauri, lala
lauren: laurie, ren
lawrence: larry, laurie, lars, law
leonard: leo, len, lenny
leonardo: leo, nardo
leonor: nora, leo
leopoldo: polo, leo
leslie: les
leticia: lety, leti
lillian: lil, lily, lilly
lorenzo: lencho, enzo, loren
louis: lou, louie
louise: lou, lulu
lourdes: lulu, lurdes
lucas: luke
lucia: lucy, luci, chia
lucille: lucy, lou
luis: lucho, luisito, guicho
luisa: lu, lucha, lui
madeline: maddie, maddy, lena
magdalena: magda, lena, malena
manuel: manolo, manny, manu, lolo, meme
manuela: manoli, manu, lola
marcelo: marce, chelo
margaret: maggie, meg, peggy, marge, margie, greta, daisy, meggie, rita, madge
margarita: marga, rita, mago, margo
maria: mari, mary, marita, maruja, mia
mariana: mari, nana
maribel: mari, bel
mario: marito
marjorie: marge, margie
martha: marty, mattie, patty
martin: marty, tincho
martina: tina, marti
mary: molly, polly, mae, mamie, may
mateo: teo, mate
matilda: tilly, mattie, tilda
matthew: matt, matty
mauricio: mau, mauro
maximilian: max
maximiliano: max, maxi
maxwell: max
melanie: mel
melissa: mel, lissa, missy
mercedes: meche, merche, mercy
micaela: mica, mika
michael: mike, mikey, mick, mickey, micky
michelle: shelly, chelle, mich, mickey
miguel: mike, migue, micky
mildred: millie, milly
miranda: mandy, randi, mira
miriam: miri, mimi
mitchell: mitch
monica: moni
montserrat: montse
nancy: nan
natalia: nati, talia, nata
natalie: nat, nattie
natasha: tasha, nat
nathan: nate, nat
nathaniel: nate, nat, nathan
nicholas: nick, nicky, nico, cole
nicolas: nico, nicky, colas
nicole: nicky, nikki, cole
norberto: beto, norbert
norman: norm
octavio: tavo, tavio
oliver: ollie, oli
olivia: liv, livvy, ollie
orlando: lando, orly
oscar: ozzie, osquitar
pablo: pablito
pamela: pam, pammy
paola: pao
patricia: pat, patty, tricia, trish, pati, paty, patsy
patricio: pato, patri
patrick: pat, paddy, rick, patty
paul: paulie
paula: pau, pauli
paulina: pau, pauli, lina
pedro: perico, pedrito, peyo
penelope: penny, pen, nell
peter: pete, petey
philip: phil, pip
phillip: phil, pip
pilar: pili, pilarica
priscilla: cilla, prissy
rachel: rae, shelly, rach
rafael: rafa, rafi, felo, fallo
rafaela: rafa, fela
ramon: moncho, monchi, ray
randall: randy, rand
randolph: randy
raquel: raqui, quela, kelly
raul: raulito, rulo
raymond: ray
raymundo: ray, mundo
rebeca: beca, becky
rebecca: becky, becca, bec
reginald: reg, reggie
ricardo: ricky, richi, rick, cardo, richie
richard: rick, rich, dick, ricky, richie
robert: bob, rob, bobby, robbie, bert, robin
roberta: bobbie, robbie, berta
roberto: beto, rober, bob, tito
roderick: rod, rick
rodney: rod
rodolfo: rudy, fito, rolo, rodo
rodrigo: rodri, rigo, ro
rogelio: roge, roger
roland: rollie, rol
ronald: ron, ronnie
rosa: rosi, rosita
rosalia: rosa, lia
rosalind: roz, rosie
rosario: charo, chayo, chari
rosemary: rosie, rose
roxana: roxy, rox
ruben: rube, benny
rudolph: rudy, dolph
russell: russ, rusty
salvador: chava, salva, chavo, sal
salvatore: sal
samantha: sam, sammy
samuel: sam, sammy, samu
sandra: sandy, sandi
santiago: santi, chago, diego, tiago
sara: sari, sarita
sarah: sally, sadie, sal
sebastian: seb, sebas, bastian, seba
sergio: checo, serch
shirley: shirl
sidney: sid
silvia: silvi, chiva
simon: si, sy
sofia: sofi, chofi
soledad: sole, chole
solomon: sol, solly
sophia: sophie, soph, sofi
stanley: stan
stephanie: steph, stephie, stevie
stephen: steve, stevie, steph
steven: steve, stevie
stuart: stu
susan: sue, susie, suzy
susana: susi, susy, sus
susanna: sue, susie, anna
suzanne: sue, suzy
sylvester: sly, syl
sylvia: syl, sylvie
tabitha: tabby
teodoro: teo, doro
terence: terry
teresa: tere, tete, terry
terrence: terry
thaddeus: thad, ted
theodora: theo, dora, thea
theodore: ted, theo, teddy
theresa: terry, tess, tessa, resa
thomas: tom, tommy, thom
tiffany: tiff
timothy: tim, timmy
tobias: toby, tobi
tomas: tom, tomi, tomasito
tyler: ty
valentina: vale, tina, valen
valentino: vale, tino
valeria: vale, val
valerie: val
vanessa: nessa, vane, nessie
veronica: vero, ronnie, nica, roni
vicente: chente, vice
victor: vic, vico, vito
victoria: vicky, tori, vic, viki, toya
vincent: vince, vinny, vin
violeta: viole, viola
virginia: ginny, ginger, vicky
vivian: viv
walter: walt, wally
wendy: wen
wesley: wes
wilfred: will, wilf, fred
william: bill, billy, will, willie, liam, willy
winifred: winnie, freddie
winston: win, winnie
xavier: xavi, javi, zave
ximena: xime, mena
yolanda: yoli, yola
zachary: zach, zack, zac
`;

function readNicknames(lines: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const add = (from: string, to: string) => {
    const known = names.get(from);
    if (!known) names.set(from, [to]);
    else if (!known.includes(to)) known.push(to);
  };
  for (const line of lines.split('\n')) {
    const [formal = '', nicknames = ''] = line.split(':').map((part) => part.trim());
    for (const nickname of nicknames.split(',').map((each) => each.trim())) {
      if (formal === '' || nickname === '') continue;
      add(formal, nickname);
      add(nickname, formal);
    }
  }
  return names;
}

const NAMES = readNicknames(NICKNAMES);

/** The names of a nickname, and the nicknames of a name. */
export const nicknamesOf = (word: string): readonly string[] => NAMES.get(word) ?? [];
