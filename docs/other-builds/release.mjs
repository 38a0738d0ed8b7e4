import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const folder = import.meta.dirname
const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const sources = readdirSync(join(folder, 'src'), { recursive: true }).map((path) => join(folder, 'src', path))
const hash = createHash('sha256')
for (const file of [join(folder, 'package.json'), ...sources.sort()])
  if (statSync(file).isFile()) hash.update(readFileSync(file))
const build = hash.digest('hex').slice(0, 12)

const commit = process.env.GITHUB_SHA || process.env.CI_COMMIT_SHA || null
const commitTime = () => execFileSync('git', ['show', '-s', '--format=%cI', commit], { cwd: folder, encoding: 'utf8' })
const requires = { react: '^19.3.0', 'react-dom': '^19.3.0', 'shared-auth': '^1.0.0' }

export const container = `${name}@${build}`

const fromShell = (requiredVersion) => ({ import: false, singleton: true, strictVersion: true, requiredVersion })
export const shared = {
  react: fromShell(requires.react),
  'react/jsx-runtime': fromShell(requires.react),
  'react-dom': fromShell(requires['react-dom']),
  '@canje/shared-auth': { ...fromShell(requires['shared-auth']), shareKey: 'shared-auth' },
}

/** The content of release.json. */
export const releaseManifest = (preload) =>
  JSON.stringify({
    ...{ name, version, build, requires, preload, entry: 'remoteEntry.js' },
    proposedTab: { id: 'premios', label: 'Premios', order: 6 },
    commit,
    builtAt: commit ? commitTime().trim() : new Date().toISOString(),
  })

/** Limits the style sheets to the tab, after the minimizers. */
export class TabStyles {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap('TabStyles', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1
      compilation.hooks.processAssets.tap({ name: 'TabStyles', stage }, (assets) => {
        for (const file of Object.keys(assets).filter((file) => file.endsWith('.css'))) {
          const rule = `[data-styles="${container}"] { ${assets[file].source()} }`
          compilation.updateAsset(file, new sources.RawSource(rule))
        }
      })
    })
  }
}

/** Writes release.json beside the files of the build. */
export class ReleaseManifest {
  apply(compiler) {
    const { Compilation, sources } = compiler.webpack
    compiler.hooks.thisCompilation.tap('ReleaseManifest', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT
      compilation.hooks.processAssets.tap({ name: 'ReleaseManifest', stage }, () => {
        const files = compilation.namedChunkGroups.get('Tab').getFiles()
        const manifest = releaseManifest(files.filter((file) => /\.(js|css)$/.test(file)))
        compilation.emitAsset('release.json', new sources.RawSource(manifest))
      })
    })
  }
}
