import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

const TSC = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

/**
 * Makes the report of API Extractor on a package: exported declarations and the types they use. Equal APIs have equal reports.
 *
 * @param directory absolute path of a package with a tsconfig.json and the public entry `src/index.ts`
 * @returns the report as Markdown
 * @throws Error with the compiler's output when the entry does not compile
 */
export function apiReport(directory: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'canje-api-'))
  try {
    emitDeclarations(directory, folder)
    return extractReport(directory, folder)
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

function extractReport(directory: string, folder: string): string {
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, 'index.d.ts'),
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { files: ['index.d.ts'], compilerOptions: { skipLibCheck: true, types: [] } } },
      apiReport: {
        enabled: true,
        reportFileName: 'report',
        reportFolder: folder,
        reportTempFolder: join(folder, 'temp'),
        includeForgottenExports: true,
      },
      messages: { extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } } },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(directory, 'package.json'),
  })
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      if (message.logLevel !== ExtractorLogLevel.Error) message.logLevel = ExtractorLogLevel.None
    },
  })
  if (!succeeded)
    throw new Error(`API Extractor could not read the exports of ${join(directory, 'src/index.ts')}: check them.`)
  return readFileSync(join(folder, 'report.api.md'), 'utf8')
}
