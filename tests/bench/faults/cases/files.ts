import { button, link } from '../caller.ts';
import { all, type FaultCase } from '../fault-case.ts';
import { type CasePages, page } from '../fault-site.ts';

// Files that go to a page and files that come from it.

const kind = 'files';
const csv = '\ufeffmonth;total\r\n2024-01;1200.00\r\n';
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');
const two = [
  { name: 'one.csv', mime: 'text/csv', text: 'a;b\n' },
  { name: 'two ø.csv', mime: 'text/csv', text: 'c;d;e\n' },
];
const listFiles = `const tell = async (files) => say((await Promise.all([...files].map(async (f) => f.name + ' ' + (await f.text()).length))).join(', '));`;

const severalFiles: FaultCase = {
  name: 'upload-several',
  kind,
  pages: {
    '/': page(
      'Upload',
      `<label>Files <input id="files" type="file" multiple></label><script>${listFiles} files.onchange = () => tell(files.files);</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.upload({ ...button('Files'), css: '#files' }, two);
    return said('one.csv 4, two ø.csv 6');
  },
};

const hiddenInput: FaultCase = {
  name: 'upload-hidden-input',
  kind,
  pages: {
    '/': page(
      'Upload',
      `<input id="files" type="file" hidden><button onclick="files.click()">Attach a file</button><script>${listFiles} files.onchange = () => tell(files.files);</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.upload(button('Attach a file'), two.slice(0, 1));
    return said('one.csv 4');
  },
};

const dropZone: FaultCase = {
  name: 'upload-drop-zone',
  kind,
  pages: {
    '/': page(
      'Upload',
      `<div id="zone" role="region" aria-label="Drop files here" style="width:300px;height:120px;background:#eee">Drop files here</div><script>${listFiles}
       zone.ondragover = (e) => e.preventDefault(); zone.ondrop = (e) => { e.preventDefault(); tell(e.dataTransfer.files); };</script>`,
    ),
  },
  async play({ tool, site, said }) {
    await tool.open(site.at());
    await tool.dropFiles({ role: 'region', name: 'Drop files here', css: '#zone' }, two);
    return said('one.csv 4, two ø.csv 6');
  },
};

const attachment: FaultCase = downloadCase(
  'download-attachment',
  `<a href="{here}/file">Report</a>`,
  'report.csv',
  csv,
  {
    '/file': {
      body: csv,
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="report.csv"' },
    },
  },
);

const blob: FaultCase = downloadCase(
  'download-blob',
  `<button id="go" role="link">Report</button><script>go.onclick = () => { const a = document.createElement('a'); a.download = 'report.csv';
   a.href = URL.createObjectURL(new Blob([${JSON.stringify(csv)}], { type: 'text/csv' })); a.click(); setTimeout(() => URL.revokeObjectURL(a.href), 1000); };</script>`,
  'report.csv',
  csv,
  {},
);

const fetched: FaultCase = downloadCase(
  'download-fetched',
  `<button id="go" role="link">Report</button><script>go.onclick = async () => { const got = await (await fetch('{here}/data')).blob(); const a = document.createElement('a');
   a.download = 'report.csv'; a.href = URL.createObjectURL(got); document.body.append(a); a.click(); a.remove(); };</script>`,
  'report.csv',
  csv,
  { '/data': { body: csv, headers: { 'content-type': 'text/csv' }, delayMs: 1200 } },
);

const inNewTab: FaultCase = downloadCase(
  'download-in-new-tab',
  `<a href="{here}/file" target="_blank">Report</a>`,
  'report.csv',
  csv,
  {
    '/file': {
      body: csv,
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="report.csv"' },
      delayMs: 400,
    },
  },
);

const pdfText = 'Invoice 4711 total 88.40';
const pdf = pdfOf(pdfText);
const pdfLink: FaultCase = downloadCase(
  'download-pdf',
  `<a href="{here}/invoice.pdf">Report</a>`,
  'invoice.pdf',
  pdf,
  {
    '/invoice.pdf': { body: Buffer.from(pdf, 'latin1'), headers: { 'content-type': 'application/pdf' } },
  },
);

const oddName: FaultCase = downloadCase('download-odd-name', `<a href="{here}/file">Report</a>`, null, csv, {
  '/file': {
    body: csv,
    headers: {
      'content-type': 'text/csv',
      'content-disposition': `attachment; filename*=UTF-8''..%2F..%2F%E2%80%AEvsc.exe%20CON%3Aa%3Fb.csv`,
    },
  },
});

function downloadCase(
  name: string,
  body: string,
  file: string | null,
  content: string,
  more: CasePages,
): FaultCase {
  return {
    name,
    kind,
    pages: { '/': page('Reports', `<h1>Reports</h1>${body}`), ...more },
    async play({ tool, site, is }) {
      await tool.open(site.at());
      const got = await tool.download(link('Report'));
      const right = got.file !== null && got.file.content === bytesOf(content);
      const named = got.file !== null && (file === null ? isSafe(got.file.name) : got.file.name === file);
      return all(is(right, `not the file: ${JSON.stringify(got.file)}`), is(named, `name ${got.file?.name}`));
    },
  };
}

function isSafe(name: string): boolean {
  return (
    name.length > 0 &&
    name.endsWith('.csv') &&
    !/[\\/:*?"<>|\u202a-\u202e]/u.test(name) &&
    !name.startsWith('.')
  );
}

const notAFile: FaultCase = {
  name: 'download-that-fails',
  kind,
  pages: {
    '/': page('Reports', `<a href="{here}/file" download>Report</a>`),
    '/file': { status: 404, body: 'No such report' },
  },
  async play({ tool, site, refuses, is }) {
    await tool.open(site.at());
    const started = Date.now();
    const got = await tool.download(link('Report'));
    const ms = Date.now() - started;
    return all(refuses(got), is(ms < 30_000, `took ${ms} ms`));
  },
  timeoutMs: 90_000,
};

/** A PDF of one page that shows one line. */
export function pdfOf(text: string): string {
  const stream = `BT /F1 18 Tf 40 120 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const xref = file.length;
  return `${file}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
}

export const fileCases: readonly FaultCase[] = [
  severalFiles,
  hiddenInput,
  dropZone,
  attachment,
  blob,
  fetched,
  inNewTab,
  pdfLink,
  oddName,
  notAFile,
];
