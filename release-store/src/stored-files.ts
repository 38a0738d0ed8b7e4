import type { StoredFile } from './release-store'

/** A file of a release: relative to its folder. */
export interface ReleaseFile {
  file: string
  stored: StoredFile
}

/** The files of a remote by version. */
export function filesByVersion(files: readonly StoredFile[]): Map<string, ReleaseFile[]> {
  const versions = new Map<string, ReleaseFile[]>()
  for (const stored of files) {
    const [, version = '', ...rest] = stored.path.split('/')
    if (rest.length === 0 || version === 'log') continue
    versions.set(version, [...(versions.get(version) ?? []), { file: rest.join('/'), stored }])
  }
  return versions
}

/** Whether a file of a release is its manifest, which stays when the release is pruned. */
export const isManifest = ({ file }: ReleaseFile) => file === 'release.json'
