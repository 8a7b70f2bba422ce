/**
 * Public half of the key that the extension is signed with. Chrome derives the extension's id from it, so
 * that an unpacked, a packed and a force-installed copy are one extension to the native host's manifest.
 */
export const extensionKey =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA930ep7l6sy8c2n0rCjlHpKalnwfapROQ1CJwkY9+XouE1K6IYCxKuYHQb+761eQgqLTDWz0VFXlWXM5IImuNTm7NlwsFPVMlfrEbCGEtpH7imErgwREK+2+5D0/5QhSU7jSL2via+Kis+uZ2i5TJqCQX1DtOCIBzWwJA0VSuNW320qSMdsAJNi+ANwsImJlQEVsygIuxaa5zh8lf54E4+yM8HIsz+bk5vyDqcsGI5Uw2PlM6vSEYkZyFhj4/aCAyNnUNVdnzfCOUvyMp8RhMV35DzTI28vCAKjemSsGNBm2tHZEMn7GocxsRxiO3+xRHDvO13/Dx+guTbbnI89kG7wIDAQAB';

/** First 16 bytes of the key's SHA-256, in Chrome's letters `a` to `p`. */
export const extensionId = 'icckocangaogbepcbleanjhnhhmdjhkk';

/** Name of the native-messaging host, as its manifest registers it. */
export const hostName = 'com.localagent.host';
