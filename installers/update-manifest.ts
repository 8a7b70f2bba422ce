/** What the update URL of a policy must answer: which version there is, and where its .crx lies. */
export function updateManifest(extension: Readonly<{ id: string; version: string; crxUrl: string }>): string {
  const { id, version, crxUrl } = extension;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gupdate xmlns="http://www.google.com/update2/response" protocol="2.0">',
    `  <app appid="${attribute(id)}">`,
    `    <updatecheck codebase="${attribute(crxUrl)}" version="${attribute(version)}" />`,
    '  </app>',
    '</gupdate>',
    '',
  ].join('\n');
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
