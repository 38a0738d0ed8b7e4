import { execFileSync } from 'node:child_process'

/** Debian's, which has python3-openpyxl, not one of a version manager. */
const PYTHON = '/usr/bin/python3'

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
import io, json, sys
from openpyxl import load_workbook
from openpyxl.utils.escape import unescape
sheet = load_workbook(io.BytesIO(sys.stdin.buffer.read())).active
text = lambda value: value if value is None else unescape(value) if isinstance(value, str) else str(value)
print(json.dumps({
  'title': sheet.title,
  'frozen': sheet.sheet_view.pane.state + ' at ' + sheet.freeze_panes,
  'widths': [column.width for column in sheet.column_dimensions.values()],
  'cells': [[[cell.data_type, text(cell.value), cell.number_format] for cell in row] for row in sheet.iter_rows()],
}))
`

/** Why openpyxl cannot be used here; undefined if it can. */
export function missingReader(): string | undefined {
  try {
    execFileSync(PYTHON, ['-c', 'import openpyxl'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'openpyxl is missing: apt-get install python3-openpyxl'
  }
}

/** Reads the sheet of a file with openpyxl. */
export async function readWithOpenpyxl(file: Blob): Promise<OpenpyxlSheet> {
  const input = new Uint8Array(await file.arrayBuffer())
  return JSON.parse(execFileSync(PYTHON, ['-c', SCRIPT], { input, encoding: 'utf8', maxBuffer: 64e6 }))
}
