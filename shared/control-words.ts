// Words that controls are called by, in groups of one meaning. Two names mean the same only if every word of one has its
// like in the other: a word more makes it another control. Data: a language is a few words more.

const meanings: readonly (readonly string[])[] = [
  [
    'signin',
    'login',
    'logon',
    'anmelden',
    'einloggen',
    'connexion',
    'acceder',
    'accedi',
    'inloggen',
    'aanmelden',
  ],
  [
    'signout',
    'logout',
    'logoff',
    'abmelden',
    'ausloggen',
    'deconnexion',
    'salir',
    'esci',
    'uitloggen',
    'afmelden',
  ],
  [
    'search',
    'find',
    'lookup',
    'suche',
    'suchen',
    'finden',
    'rechercher',
    'recherche',
    'chercher',
    'buscar',
    'cerca',
    'zoeken',
  ],
  [
    'text',
    'term',
    'word',
    'keyword',
    'query',
    'begriff',
    'suchbegriff',
    'terme',
    'texto',
    'termino',
    'testo',
  ],
  ['report', 'bericht', 'rapport', 'informe', 'rapporto', 'relatorio', 'verslag'],
  ['document', 'dokument', 'documento', 'file', 'datei', 'fichier', 'archivo'],
  ['invoice', 'bill', 'rechnung', 'facture', 'factura', 'fattura', 'factuur'],
  ['order', 'bestellung', 'auftrag', 'commande', 'pedido', 'ordine', 'bestelling'],
  [
    'next',
    'weiter',
    'nachste',
    'vorwarts',
    'suivant',
    'suivante',
    'siguiente',
    'avanti',
    'volgende',
    'older',
  ],
  ['previous', 'back', 'zuruck', 'vorherige', 'precedent', 'anterior', 'indietro', 'vorige'],
  [
    'download',
    'export',
    'herunterladen',
    'exportieren',
    'telecharger',
    'exporter',
    'descargar',
    'exportar',
    'scarica',
    'esporta',
    'downloaden',
  ],
  [
    'prepare',
    'generate',
    'create',
    'build',
    'make',
    'vorbereiten',
    'erstellen',
    'erzeugen',
    'preparer',
    'generer',
    'creer',
    'preparar',
    'generar',
    'prepara',
    'genera',
    'voorbereiden',
    'aanmaken',
  ],
  [
    'open',
    'view',
    'show',
    'display',
    'details',
    'detail',
    'offnen',
    'anzeigen',
    'ansehen',
    'ouvrir',
    'voir',
    'afficher',
    'abrir',
    'ver',
    'apri',
    'mostra',
    'openen',
    'bekijken',
    'tonen',
  ],
  ['period', 'month', 'zeitraum', 'monat', 'periode', 'mois', 'periodo', 'mes', 'mese', 'maand'],
  ['date', 'datum', 'fecha', 'data'],
  ['name', 'nom', 'nombre', 'nome', 'naam'],
  ['username', 'benutzername', 'identifiant', 'usuario', 'utente', 'gebruikersnaam'],
  ['password', 'passwort', 'kennwort', 'motdepasse', 'contrasena', 'wachtwoord'],
  ['save', 'store', 'speichern', 'sichern', 'enregistrer', 'guardar', 'salva', 'opslaan'],
  [
    'send',
    'submit',
    'absenden',
    'senden',
    'abschicken',
    'envoyer',
    'soumettre',
    'enviar',
    'invia',
    'verzenden',
  ],
  ['confirm', 'bestatigen', 'confirmer', 'confirmar', 'conferma', 'bevestigen'],
  ['edit', 'change', 'modify', 'bearbeiten', 'andern', 'modifier', 'editar', 'modifica', 'bewerken'],
  ['add', 'hinzufugen', 'ajouter', 'anadir', 'agregar', 'aggiungi', 'toevoegen'],
  ['settings', 'preferences', 'einstellungen', 'parametres', 'ajustes', 'impostazioni', 'instellingen'],
  ['page', 'seite', 'pagina'],
  ['main', 'primary', 'haupt', 'hauptmenu', 'hauptnavigation', 'principal', 'principale'],
  ['help', 'support', 'hilfe', 'aide', 'ayuda', 'aiuto'],
];

/** Several words that are one. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sign|log)[ -]?(?:out|off)\b/g, 'signout'],
  [/\b(?:sign|log)[ -]?(?:in|on)\b/g, 'signin'],
  [/\bse deconnecter\b|\bcerrar sesion\b|\bterminar sessao\b/g, 'signout'],
  [/\bse connecter\b|\biniciar sesion\b/g, 'signin'],
  [/\blook ?up\b/g, 'lookup'],
  [/\bsearch (?:text|term|word)s?\b|\bsuch(?:text|begriff)\b|\bsuchwort\b/g, 'search text'],
  [/\bmot de passe\b/g, 'motdepasse'],
  [/\buser ?name\b/g, 'username'],
];

/** Words that carry no meaning of their own beside others. */
const fillers = new Set(
  'the a an your my our as to of for in on by with now please here it this der die das den dem ein eine als im le la les un une de du des en el los las il lo per con zu'.split(
    ' ',
  ),
);

const meaningOf: ReadonlyMap<string, string> = new Map(
  meanings.flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)),
);

function plain(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/ß/g, 'ss');
}

function wordsOf(name: string): ReadonlySet<string> {
  const joined = phrases.reduce((text, [pattern, word]) => text.replace(pattern, word), plain(name));
  const words = joined.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !fillers.has(word));
  return new Set(words.map(meaning));
}

// A plural of a language that forms it with a letter or two means what the word means.
function meaning(word: string): string {
  const stems = [word, word.replace(/s$/, ''), word.replace(/(?:es|en|e|n)$/, '')];
  for (const stem of stems) {
    const known = meaningOf.get(stem);
    if (known !== undefined) return known;
  }
  return word.length > 4 ? word.replace(/s$/, '') : word;
}

/**
 * What two names have in common. `same`: the same words; `meaning`: words of the same meaning; `part`: one says more than
 * the other; `none`: one of them is empty; `other`: they say different things.
 */
export type NameLikeness = 'same' | 'meaning' | 'part' | 'none' | 'other';

export function likenessOf(one: string, other: string): NameLikeness {
  const [first, second] = [one, other].map((name) =>
    plain(name)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  if (first === '' || second === '') return 'none';
  if (first === second) return 'same';
  const [left, right] = [wordsOf(one), wordsOf(other)];
  if (left.size === 0 || right.size === 0) return 'other';
  const within = (few: ReadonlySet<string>, many: ReadonlySet<string>): boolean =>
    [...few].every((word) => many.has(word));
  if (within(left, right) && within(right, left)) return 'meaning';
  return within(left, right) || within(right, left) ? 'part' : 'other';
}
