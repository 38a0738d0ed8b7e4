import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Papa from 'papaparse'

const run = promisify(execFile)
/** Debian's, which has python3-openpyxl, not one of a version manager. */
const PYTHON = '/usr/bin/python3'
const LIBREOFFICE = '/usr/bin/soffice'

/** A sheet as openpyxl reads it. */
interface OpenpyxlSheet {
  title: string
  frozen: string
  widths: number[]
  /** The type of each cell (s, n or d), its value as text, and its number format. */
  cells: [type: string, value: string | null, format: string][][]
}

// openpyxl leaves escapes such as _x000D_ to its caller.
const SCRIPT = `
import json, sys
from openpyxl import load_workbook
from openpyxl.utils.escape import unescape
sheet = load_workbook(sys.argv[1]).active
text = lambda value: value if value is None else unescape(value) if isinstance(value, str) else str(value)
print(json.dumps({
  'title': sheet.title,
  'frozen': sheet.sheet_view.pane.state + ' at ' + sheet.freeze_panes,
  'widths': [column.width for column in sheet.column_dimensions.values()],
  'cells': [[[cell.data_type, text(cell.value), cell.number_format] for cell in row] for row in sheet.iter_rows()],
}))
`

/** Why a reader cannot be used here; undefined if it can. */
export function missingReader(reader: 'openpyxl' | 'LibreOffice'): string | undefined {
  const isOpenpyxl = reader === 'openpyxl'
  try {
    if (isOpenpyxl) execFileSync(PYTHON, ['-c', 'import openpyxl'], { stdio: 'ignore' })
    else execFileSync(LIBREOFFICE, ['--version'], { stdio: 'ignore' })
    return undefined
  } catch {
    return `${reader} is missing: apt-get install ${isOpenpyxl ? 'python3-openpyxl' : 'libreoffice-calc-nogui'}`
  }
}

/** Reads the sheet of a file with openpyxl. */
export function readWithOpenpyxl(file: Blob): Promise<OpenpyxlSheet> {
  return inFolder(file, async (path) => {
    const { stdout } = await run(PYTHON, ['-c', SCRIPT, path], { maxBuffer: 64e6 })
    const sheet: OpenpyxlSheet = JSON.parse(stdout)
    return sheet
  })
}

/** Reads what the cells of a file show in LibreOffice. */
export function readWithLibreOffice(file: Blob): Promise<string[][]> {
  return inFolder(file, async (path, folder) => {
    // Comma, quotes, UTF-8, from the first line, texts as shown.
    const format = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false'
    const profile = `-env:UserInstallation=file://${folder}/profile`
    await run(LIBREOFFICE, [profile, '--headless', '--convert-to', format, '--outdir', folder, path])
    const text = await readFile(path.replace(/xlsx$/, 'csv'), 'utf8')
    return Papa.parse<string[]>(text, { newline: '\n', skipEmptyLines: true }).data
  })
}

async function inFolder<Read>(file: Blob, read: (path: string, folder: string) => Promise<Read>): Promise<Read> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-xlsx-'))
  try {
    const path = join(folder, 'file.xlsx')
    await writeFile(path, new Uint8Array(await file.arrayBuffer()))
    return await read(path, folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
