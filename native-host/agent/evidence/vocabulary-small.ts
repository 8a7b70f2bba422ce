import type { WordList } from './vocabulary.ts';

// Languages known by the words that matter most: those that turn a statement round.

const none = {
  turning: '',
  bound: '',
  present: '',
  past: '',
  pronoun: '',
  numbers: '',
  multipliers: '',
  months: '',
};

export const dutch: WordList = {
  ...none,
  light:
    'de het een der den dit dat deze die hij zij ze er in op aan van voor met bij naar uit over om te tot en of is zijn ' +
    'was waren wordt werd heeft hebben had ook dan als zo zeer ligt genaamd',
  negation: 'niet geen nooit zonder niemand niets noch nergens onwaar',
  hedge:
    'kan kunnen zou zouden misschien mogelijk waarschijnlijk volgens naar vermoedelijk moet gepland verwacht',
  condition: 'als tenzij alleen slechts behalve wanneer totdat soms vaak',
  turning: 'tweede derde laatste voormalige bijna minder',
  bound:
    'minstens hoogstens maximaal minimaal meer minder dan tot onder boven ongeveer circa per voor na sinds tussen',
  present: 'is zijn heeft hebben wordt',
  past: 'was waren had hadden werd werden',
  pronoun: 'hij zij ze het dit deze',
  numbers: 'twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 elf=11 twaalf=12 twintig=20',
  multipliers: 'duizend=1000 miljoen=1000000 miljard=1000000000',
  months: 'januari februari maart april mei juni juli augustus september oktober november december',
};

export const russian: WordList = {
  ...none,
  light:
    'и в во на с со к по из от о об у за для до это этот эта эти как что он она оно они его ее их же также а или',
  negation: 'не нет ни никогда никто ничто без нельзя неверно',
  hedge: 'может могут мог возможно вероятно якобы согласно кажется будет планируется предположительно бы',
  condition: 'если кроме только лишь когда иногда',
  turning: 'второи вторая второе третии третья последнии последняя бывшии бывшая почти менее',
  bound: 'более менее больше меньше чем около почти свыше до от',
  present: 'есть является являются',
  past: 'был была было были являлся являлась',
  pronoun: 'он она оно они это его ее их',
  multipliers:
    'тысяч=1000 тысячи=1000 тыс=1000 миллион=1000000 миллиона=1000000 миллионов=1000000 млн=1000000 млрд=1000000000',
};

export const polish: WordList = {
  ...none,
  light:
    'i w we na z ze do od o u za dla po przez to ten ta te jak co on ona ono oni jego jej ich jest sa byl byla bylo oraz lub tez',
  negation: 'nie nigdy nikt nic bez ani zaden zadna',
  hedge: 'moze moga mogl prawdopodobnie podobno rzekomo wedlug bedzie',
  condition: 'jesli jezeli chyba tylko oprocz kiedy gdy czasem',
  turning: 'drugi druga drugie trzeci trzecia ostatni ostatnia byly byla prawie mniej',
  bound: 'najmniej najwyzej ponad ponizej wiecej mniej niz okolo prawie do od',
  present: 'jest sa',
  past: 'byl byla bylo byli byly',
  multipliers:
    'tys=1000 tysiecy=1000 mln=1000000 milion=1000000 miliona=1000000 milionow=1000000 mld=1000000000',
};

export const turkish: WordList = {
  ...none,
  light: 've ile bir bu su o da de icin gibi olan olarak',
  negation: 'degil yok hic hicbir olmayan',
  hedge: 'belki olabilir muhtemelen iddia gore',
  condition: 'eger sadece yalniz',
  turning: 'ikinci ucuncu son eski neredeyse',
};

export const arabic: WordList = {
  ...none,
  light: 'في من على الي عن مع هذا هذه ذلك التي الذي هو هي و ان كما او',
  negation: 'لا ليس ليست لم لن غير بدون ما',
  hedge: 'قد ربما يمكن يزعم يقال محتمل سوف',
  condition: 'اذا الا فقط عندما',
  turning: 'ثاني الثاني الثانيه ثالث الثالث السابق تقريبا اقل',
  past: 'كان كانت',
};

export const hebrew: WordList = {
  ...none,
  light: 'של על את הוא היא זה זו עם או גם אל מן כי אשר',
  negation: 'לא אין אינו אינה בלי ללא מעולם',
  hedge: 'אולי יכול עשוי כנראה לפי ייתכן',
  condition: 'אם רק אלא כאשר',
  turning: 'השני השנייה שני השלישי לשעבר כמעט פחות',
  past: 'היה היתה היו',
};

/** Chinese and Japanese are compared character by character; each counts, as none carries grammar alone. */
export const chinese: WordList = {
  ...none,
  light: '的 了',
  negation: '不 没 沒 無 无 非 未 勿 莫',
  hedge: '可 或 似 据 據 约 約',
  condition: '若 如 仅 僅 只 除',
};

export const japanese: WordList = {
  ...none,
  light: '',
  negation: '不 無 非 未 ず ぬ',
  hedge: '約',
  condition: '',
};
