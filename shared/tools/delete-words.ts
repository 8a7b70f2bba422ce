import type { Bucket, TargetDescription } from '../actions.ts';

/**
 * Words by which a control says that it takes something away, by language; compared with whole words of the accessible
 * name, in lower case and without accents. Data: a language is one line.
 */
export const deleteWords: Readonly<Record<string, readonly string[]>> = {
  en: [
    'delete',
    'remove',
    'cancel',
    'discard',
    'erase',
    'clear',
    'destroy',
    'trash',
    'revoke',
    'unsubscribe',
    'terminate',
    'purge',
    'wipe',
    'void',
  ],
  de: ['loschen', 'entfernen', 'stornieren', 'verwerfen', 'kundigen', 'leeren', 'abbestellen', 'widerrufen'],
  fr: ['supprimer', 'effacer', 'retirer', 'annuler', 'resilier', 'vider', 'revoquer'],
  es: ['eliminar', 'borrar', 'quitar', 'cancelar', 'descartar', 'anular', 'vaciar', 'revocar'],
  it: [
    'eliminare',
    'elimina',
    'cancella',
    'cancellare',
    'rimuovi',
    'rimuovere',
    'annulla',
    'svuota',
    'revoca',
  ],
  pt: ['excluir', 'apagar', 'remover', 'cancelar', 'descartar', 'anular', 'eliminar', 'revogar'],
  nl: ['verwijderen', 'wissen', 'annuleren', 'opzeggen', 'intrekken'],
  pl: ['usun', 'skasuj', 'anuluj', 'wyczysc', 'odrzuc', 'cofnij'],
  sv: ['radera', 'ta bort', 'avbryt', 'rensa', 'kassera'],
  ru: ['удалить', 'убрать', 'отменить', 'стереть', 'очистить', 'отозвать'],
  ja: ['削除', '消去', '取り消', '取消', 'キャンセル', '解約'],
  zh: ['删除', '刪除', '移除', '取消', '清除', '清空', '撤销', '作废'],
  ko: ['삭제', '제거', '취소', '지우기', '해지'],
};

const everyWord = Object.values(deleteWords).flat();
const withoutSpaces = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u;

/** True if a name says, in one of the listed languages, that something is taken away. */
export function saysDelete(name: string): boolean {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const composed = name.normalize('NFKC').toLowerCase();
  const words = ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
  return everyWord.some((word) => {
    if (withoutSpaces.test(word)) return composed.includes(word);
    const bare = word.normalize('NFKD').replace(/\p{M}/gu, '');
    return words.includes(` ${bare} `);
  });
}

/** `delete` if one of the targets says so by its name, else `write`. */
export function writeOrDelete(targets: readonly TargetDescription[]): Bucket {
  return targets.some((target) => saysDelete(target.name)) ? 'delete' : 'write';
}
