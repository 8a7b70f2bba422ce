import type { WordList } from './vocabulary.ts';

export const english: WordList = {
  light:
    'a an the this that these those it its he she they them his her their him there here i you we us our your my ' +
    'who whom whose which what where when as at by for from in into of on onto to with within and or both ' +
    'is are was were be been being am has have had having do does did will would shall then than also so ' +
    'such about over s located situated known called named stands lies very own just too respectively ' +
    'however therefore thus hence furthermore moreover e g i.e upon amid among via',
  negation:
    'not no never none neither nor nobody nothing nowhere cannot without lacks lack lacking fails failed unable ' +
    'hardly scarcely barely refuses refused denies denied false untrue incorrect longer',
  hedge:
    'may might could can should possibly perhaps maybe probably likely unlikely allegedly reportedly supposedly ' +
    'presumably rumoured rumored claims claim claimed believed believe believes expected planned plans proposed ' +
    'estimated suggest suggests suggested appears seems seem seemed said says according alleged purported myth ' +
    'hoax fake would will thought think thinks hoped intends intended argue argues argued once formerly used',
  condition:
    'if unless except excluding only whether provided until till sometimes often usually rarely mostly partly ' +
    'former formerly',
  turning:
    'second third fourth fifth last least less fewer worst former fake false alleged so-called would-be nearly almost ' +
    'half anti non ex vice deputy under pseudo semi',
  bound:
    'least most up under over below above more less fewer than minimum maximum max min exceeding nearly almost ' +
    'approximately about around roughly circa ca per before after since until from between to',
  present: 'is are has have does do',
  past: 'was were had did been',
  pronoun: 'it he she they this these its his her their both there',
  numbers:
    'two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 ' +
    'fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 ' +
    'seventy=70 eighty=80 ninety=90',
  multipliers:
    'hundred=100 thousand=1000 million=1000000 millions=1000000 mln=1000000 billion=1000000000 bn=1000000000 ' +
    'trillion=1000000000000',
  months:
    'january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept october/oct ' +
    'november/nov december/dec',
};

export const german: WordList = {
  light:
    'der die das den dem des ein eine einen einem einer eines dieser diese dieses diesem diesen er sie es ihn ihm ihr ' +
    'ihre ihrer ihrem ihren sein seine seiner seinem seinen sich man wir ich du uns unser welche welcher welches ' +
    'wer was wo wie als an am auf aus bei beim bis durch fur im in ins mit nach um unter von vom vor zu zum zur ' +
    'und oder sowie ist sind war waren wird werden wurde wurden worden hat haben hatte hatten dort hier auch ' +
    'dann so da dabei damit etwa rund liegt befindet gelegen genannt heisst namens sehr jedoch daher uber',
  negation:
    'nicht nie niemals kein keine keinen keinem keiner keines ohne weder noch niemand nichts nirgends kaum falsch ' +
    'unwahr mehr verneint',
  hedge:
    'konnte konnten kann konnen mag moglicherweise vielleicht wohl wahrscheinlich vermutlich angeblich soll sollen ' +
    'sollte sollten laut zufolge behauptet behaupten glaubt glauben gilt scheint geplant plant erwartet geschatzt ' +
    'ehemals fruher einst gerucht mythos',
  condition: 'wenn falls sofern ausser nur ob manchmal oft meist teilweise ehemalige ehemaliger ehemaligen',
  turning:
    'zweite zweiter zweiten zweites dritte dritter dritten vierte letzte letzter letzten ehemalige ehemaliger ehemaligen ' +
    'fast beinahe weniger wenigsten angebliche angeblicher sogenannte vize halb',
  bound:
    'mindestens hochstens maximal minimal uber unter mehr weniger als bis fast knapp etwa rund circa ca ungefahr pro je ' +
    'ab vor nach seit von zwischen',
  present: 'ist sind hat haben wird werden',
  past: 'war waren hatte hatten wurde wurden',
  pronoun: 'er sie es dieser diese dieses ihre sein seine beide',
  numbers:
    'zwei=2 drei=3 vier=4 funf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwolf=12 zwanzig=20 dreissig=30 ' +
    'vierzig=40 funfzig=50 sechzig=60 siebzig=70 achtzig=80 neunzig=90 hundert=100',
  multipliers:
    'tausend=1000 million=1000000 millionen=1000000 mio=1000000 milliarde=1000000000 milliarden=1000000000 ' +
    'mrd=1000000000 billion=1000000000000 billionen=1000000000000',
  months:
    'januar/jan/janner februar/feb marz/mrz april/apr mai juni/jun juli/jul august/aug september/sep oktober/okt ' +
    'november/nov dezember/dez',
};
