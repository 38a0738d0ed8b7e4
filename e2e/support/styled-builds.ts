import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildOutOfDate, readPackage } from '@canje/cli/project'
import { copyRepository } from 'repo/testing'

/**
 * Builds versions of a remote with a style sheet that differs per version. No remote has its own style sheet today.
 *
 * @param take receives the folder of each build, one after the other
 */
export async function buildStyled(
  remote: string,
  versions: string[],
  take: (dist: string) => Promise<void>,
): Promise<void> {
  const root = await copyRepository()
  const directory = join(root, remote)
  try {
    await appendFile(join(directory, 'src/Tab.tsx'), "import './tab.css'\n")
    for (const version of versions) {
      await setVersion(directory, version)
      const rules = `:root { --tab-version: '${version}'; }\ntd { font-size: 31px; }\n`
      await writeFile(join(directory, 'src/tab.css'), rules)
      await buildOutOfDate([readPackage(directory)], new AbortController().signal)
      await take(join(directory, 'dist'))
    }
  } finally {
    await rm(root, { recursive: true })
  }
}

/** Sets the version in the package.json of a folder. */
export async function setVersion(directory: string, version: string): Promise<void> {
  const file = join(directory, 'package.json')
  const manifest = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...manifest, version }))
}
