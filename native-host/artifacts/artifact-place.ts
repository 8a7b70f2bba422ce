/** Where artifacts go, as far as it names the place. */
export type PlaceSettings = {
  readonly folder: string;
  readonly bucket: string | null;
  readonly aws_region: string | null;
  readonly endpoint: string | null;
};

export type ArtifactPlace =
  | { readonly kind: 'site'; readonly url: string }
  | { readonly kind: 'folder'; readonly path: string };

/** What the policy is asked about when something is stored: the bucket's own site, or the folder. */
export function artifactPlace({ folder, bucket, aws_region, endpoint }: PlaceSettings): ArtifactPlace {
  if (bucket === null) return { kind: 'folder', path: folder };
  if (endpoint !== null) return { kind: 'site', url: `${new URL(endpoint).origin}/` };
  const region = aws_region === null ? '' : `.${aws_region}`;
  return { kind: 'site', url: `https://${bucket}.s3${region}.amazonaws.com/` };
}

/** The same in the notation of rules and plans. */
export function placeNotation(place: ArtifactPlace): string {
  return place.kind === 'folder' ? `folder:${place.path}` : `origin:${new URL(place.url).origin}`;
}
