import { amongFiles, changes, intoHeader, lure, type Redesign, sender, swap } from './redesign.ts';

// The portal in other languages; the decoys are words of these languages too.

type Words = Readonly<
  Record<
    | 'reports'
    | 'text'
    | 'search'
    | 'period'
    | 'next'
    | 'open'
    | 'prepare'
    | 'csv'
    | 'pdf'
    | 'out'
    | 'main'
    | 'pages',
    string
  >
>;

function inLanguage(
  name: string,
  words: Words,
  decoys: { readonly header: string; readonly files: string },
): Redesign {
  return {
    name,
    kind: 'language',
    change: changes(
      swap('aria-label="Main"', `aria-label="${words.main}"`),
      swap('aria-label="Pages"', `aria-label="${words.pages}"`),
      swap(/>Reports<\/a>/, `>${words.reports}</a>`),
      swap('>Search text</label>', `>${words.text}</label>`),
      swap('>Search</button>', `>${words.search}</button>`),
      swap('>Period</label>', `>${words.period}</label>`),
      swap('>Next</a>', `>${words.next}</a>`),
      swap('">Open<span', `">${words.open}<span`),
      swap('>Prepare report</button>', `>${words.prepare}</button>`),
      swap('>Download CSV</a>', `>${words.csv}</a>`),
      swap('>Download PDF</button>', `>${words.pdf}</button>`),
      swap('>Sign out</button>', `>${words.out}</button>`),
      intoHeader(decoys.header),
      amongFiles(decoys.files),
    ),
  };
}

export const languages: readonly Redesign[] = [
  inLanguage(
    'German',
    {
      reports: 'Berichte',
      text: 'Suchbegriff',
      search: 'Suchen',
      period: 'Zeitraum',
      next: 'Weiter',
      open: 'Öffnen',
      prepare: 'Bericht erstellen',
      csv: 'CSV herunterladen',
      pdf: 'PDF herunterladen',
      out: 'Abmelden',
      main: 'Hauptmenü',
      pages: 'Seiten',
    },
    {
      header: lure('Berichtsheft', 'heft'),
      files: `${lure('CSV-Vorlage herunterladen', 'vorlage.csv')}${sender('Bericht löschen', 'loeschen')}`,
    },
  ),
  inLanguage(
    'French',
    {
      reports: 'Rapports',
      text: 'Texte à chercher',
      search: 'Rechercher',
      period: 'Période',
      next: 'Suivant',
      open: 'Ouvrir',
      prepare: 'Préparer le rapport',
      csv: 'Télécharger le CSV',
      pdf: 'Télécharger le PDF',
      out: 'Se déconnecter',
      main: 'Menu principal',
      pages: 'Pages',
    },
    {
      header: lure('Rapporter un problème', 'probleme'),
      files: `${lure('Télécharger un modèle CSV', 'modele.csv')}${sender('Supprimer le rapport', 'supprimer')}`,
    },
  ),
  inLanguage(
    'Finnish, of which no word is known',
    {
      reports: 'Raportit',
      text: 'Hakusana',
      search: 'Hae',
      period: 'Kausi',
      next: 'Seuraava',
      open: 'Avaa',
      prepare: 'Laadi raportti',
      csv: 'Lataa CSV',
      pdf: 'Lataa PDF',
      out: 'Kirjaudu ulos',
      main: 'Päävalikko',
      pages: 'Sivut',
    },
    {
      header: lure('Raportoi ongelma', 'ongelma'),
      files: `${lure('Lataa CSV-malli', 'malli.csv')}${sender('Poista raportti', 'poista')}`,
    },
  ),
];
