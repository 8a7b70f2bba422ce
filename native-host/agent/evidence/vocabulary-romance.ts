import type { WordList } from './vocabulary.ts';

export const french: WordList = {
  light:
    'le la les l un une des de du d au aux a en y et ou ce cet cette ces c il elle ils elles son sa ses leur leurs ' +
    'lui se s on nous vous je qui que qu quoi dont dans par pour sur sous avec vers chez est sont etait etaient ' +
    'ete etre sera fut a ont avait avaient eu aussi ainsi alors donc environ situe situee se trouve nomme appelee ' +
    'appele tres entre comme lors',
  negation: 'ne n pas jamais aucun aucune rien personne sans ni non nulle nul faux guere plus',
  hedge:
    'peut peuvent pourrait pourraient pouvait serait seraient aurait auraient peut-etre probablement sans-doute ' +
    'selon pretend pretendu pretendument estime croit pense dit semble sembler prevu prevue doit devrait ' +
    'soupconne suppose supposee ancien ancienne autrefois jadis rumeur mythe',
  condition: 'si sauf seulement uniquement sinon quand lorsque jusqu jusque parfois souvent partiellement',
  turning:
    'deuxieme second seconde troisieme quatrieme dernier derniere ancien ancienne presque moins faux fausse vice ex',
  bound:
    'moins plus jusqu maximum minimum environ presque pres quelque sous dessus dessous par avant apres depuis entre ' +
    'que',
  present: 'est sont a ont',
  past: 'etait etaient fut furent avait avaient',
  pronoun: 'il elle ils elles ce cet cette ces son sa ses leur leurs',
  numbers:
    'deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 douze=12 treize=13 quatorze=14 ' +
    'quinze=15 seize=16 vingt=20 trente=30 quarante=40 cinquante=50 soixante=60 cent=100',
  multipliers:
    'cents=100 mille=1000 million=1000000 millions=1000000 milliard=1000000000 milliards=1000000000 ' +
    'billion=1000000000000 billions=1000000000000',
  months:
    'janvier/janv fevrier/fevr mars avril mai juin juillet aout septembre/sept octobre/oct novembre/nov decembre/dec',
};

export const spanish: WordList = {
  light:
    'el la los las lo un una unos unas de del al a en y e o u este esta estos estas ese esa eso esto su sus le les ' +
    'se me nos yo tu que quien cual cuyo donde como por para con hacia desde es son era eran fue fueron ser sido ' +
    'esta estan ha han habia tiene tienen tambien asi entonces situado situada ubicado ubicada llamado llamada ' +
    'muy entre segun sobre',
  negation: 'no nunca jamas ningun ninguno ninguna nada nadie sin ni tampoco falso apenas',
  hedge:
    'puede pueden podria podrian quizas quiza probablemente posiblemente supuestamente presuntamente segun dice dicen ' +
    'cree creen estima parece parecen previsto prevista sera seran seria debe deberia antiguo antigua antiguamente ' +
    'rumor mito',
  condition: 'si salvo excepto solo solamente unicamente cuando hasta veces parcialmente',
  turning:
    'segundo segunda tercer tercero tercera cuarto ultimo ultima antiguo antigua casi menos falso falsa vice ex',
  bound:
    'menos mas hasta maximo minimo casi unos unas cerca aproximadamente por antes despues desde entre sobre bajo que',
  present: 'es son esta estan tiene tienen ha han hay',
  past: 'era eran fue fueron estaba estaban tenia tenian habia',
  pronoun: 'el ella ellos ellas este esta esto su sus ambos',
  numbers:
    'dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 doce=12 trece=13 catorce=14 ' +
    'quince=15 veinte=20 treinta=30 cuarenta=40 cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100',
  multipliers: 'mil=1000 millon=1000000 millones=1000000 billon=1000000000000 billones=1000000000000',
  months:
    'enero/ene febrero/feb marzo/mar abril/abr mayo junio/jun julio/jul agosto/ago septiembre/sept/sep octubre/oct ' +
    'noviembre/nov diciembre/dic',
};

export const italian: WordList = {
  light:
    'il lo la i gli le l un uno una di del della dello dei degli delle a al alla allo ai agli alle da dal dalla in nel ' +
    'nella nei su sul sulla con per tra fra e ed o che chi cui si e sono era erano fu ha hanno aveva stato stata ' +
    'questo questa questi queste suo sua suoi sue anche molto circa situato situata',
  negation: 'non mai nessun nessuno nessuna niente nulla senza ne neanche falso',
  hedge: 'puo possono potrebbe potrebbero forse probabilmente secondo sembra presunto dovrebbe sara previsto',
  condition: 'se solo soltanto tranne salvo quando',
  turning: 'secondo seconda terzo terza ultimo ultima ex quasi meno falso vice',
  bound: 'meno piu almeno massimo minimo circa quasi fino oltre sotto sopra per prima dopo da di',
  present: 'e sono ha hanno',
  past: 'era erano fu furono aveva avevano',
  pronoun: 'esso essa egli lui lei essi questo questa suo sua',
  numbers: 'due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12 venti=20',
  multipliers: 'mila=1000 milione=1000000 milioni=1000000 miliardo=1000000000 miliardi=1000000000',
  months: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
};

export const portuguese: WordList = {
  light:
    'o a os as um uma de do da dos das em no na nos nas ao aos pelo pela por para com e ou que quem se sao foi eram era ' +
    'foram ser esta estao ha tem este esta isto seu sua seus suas tambem muito sobre localizado localizada',
  negation: 'nao nunca jamais nenhum nenhuma nada ninguem sem nem falso',
  hedge: 'pode podem poderia talvez provavelmente segundo supostamente parece deve deveria sera previsto',
  condition: 'so somente apenas exceto salvo quando',
  turning: 'segundo segunda terceiro terceira ultimo ultima antigo antiga quase menos falso vice ex',
  bound: 'menos mais ate maximo minimo quase cerca por antes depois desde entre sobre que',
  present: 'e sao tem esta estao',
  past: 'era eram foi foram tinha tinham estava',
  pronoun: 'ele ela eles elas este esta seu sua',
  numbers:
    'dois=2 duas=2 tres=3 quatro=4 cinco=5 seis=6 sete=7 oito=8 nove=9 dez=10 onze=11 doze=12 vinte=20',
  multipliers: 'mil=1000 milhao=1000000 milhoes=1000000 bilhao=1000000000 bilhoes=1000000000',
  months: 'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
};
