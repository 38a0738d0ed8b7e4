import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'
import semver from 'semver'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')
const HEADER = '// The public API as the compiler declares it. Made by `npm run api-report`; not to be edited.'

/**
 * Makes the API report of a package: exported declarations and the types they use, sorted by name, without comments.
 * The major versions of packages whose types are used come first. Equal APIs have equal reports.
 *
 * @param directory absolute path of a package with a tsconfig.json and the public entry `src/index.ts`
 * @returns the report as formatted TypeScript
 * @throws Error with the compiler's output when the entry does not compile
 */
export function apiReport(directory: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'canje-api-'))
  try {
    emitDeclarations(directory, folder)
    const declarations = rollUp(directory, folder)
    return formatted([HEADER, ...typePackages(directory, declarations), declarations].join('\n\n'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Uses the project's compiler, because API Extractor bundles another version and reads only declarations. */
function emitDeclarations(directory: string, folder: string): void {
  const project = join(folder, 'tsconfig.json')
  const options = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    removeComments: true,
    rootDir: join(directory, 'src'),
    outDir: folder,
    types: [],
  }
  const entry = join(directory, 'src/index.ts')
  writeFileSync(
    project,
    JSON.stringify({ extends: join(directory, 'tsconfig.json'), files: [entry], compilerOptions: options }),
  )
  const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', project], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${directory} does not compile:\n${stdout}`)
}

function rollUp(directory: string, folder: string): string {
  const rolledUp = join(folder, 'rolled-up.d.ts')
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, 'index.d.ts'),
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { files: ['index.d.ts'], compilerOptions: { skipLibCheck: true, types: [] } } },
      dtsRollup: { enabled: true, untrimmedFilePath: rolledUp },
      messages: { extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } } },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(directory, 'package.json'),
  })
  const { succeeded } = Extractor.invoke(config, {
    messageCallback: (message) => {
      if (message.logLevel !== ExtractorLogLevel.Error) message.logLevel = ExtractorLogLevel.None
    },
  })
  if (!succeeded)
    throw new Error(
      `API Extractor could not read the declarations of ${directory}: check the exports of its src/index.ts.`,
    )
  return readFileSync(rolledUp, 'utf8').replace('\nexport { }\n', '')
}

interface Manifest {
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** Lists major versions: a new one changes every declaration that uses the package's types. */
function typePackages(directory: string, declarations: string): string[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
  return Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })
    .filter(([name]) => new RegExp(`['"]${name}['"]`).test(declarations))
    .map(([name, version]) => `// with the types of ${name} ${semver.minVersion(version)?.major}`)
    .sort()
}

function formatted(code: string): string {
  const args = [BIOME, 'check', '--write', '--stdin-file-path=api-report.d.ts']
  return execFileSync(process.execPath, args, { cwd: ROOT, input: code, encoding: 'utf8' })
}
