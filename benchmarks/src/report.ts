import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Measured, Result } from './results'
import type { Summary } from './statistics'
import { type Bound, boundedBy, keeps } from './threshold'

const HEADINGS = ['measure', 'runs', 'reference', 'Canje', 'ratio', 'bound', 'kept']

/** A suite's page in Markdown: its table, with the machine, the commit and the date it was measured on. */
export function renderResult({ title, machine, commit, date, load, measures }: Result): string {
  const cells = measures.map((measured) => [
    measured.name,
    number(measured.subject.runs),
    measured.reference ? withUnit(measured.reference, measured.unit) : '',
    withUnit(measured.subject, measured.unit),
    measured.ratio ? spread(measured.ratio) : '',
    measured.bound ? renderBound(measured.bound, measured.unit) : '',
    verdict(measured),
  ])
  const row = (columns: string[]) => `| ${columns.map((column) => column.replaceAll('|', '\\|')).join(' | ')} |`
  const [begun, ended] = load.map((processes) => processes.toFixed(1))
  return [
    `# ${title}`,
    '',
    'Medians; in brackets the middle half of the runs.',
    '',
    row(HEADINGS),
    row(HEADINGS.map(() => '---')),
    ...cells.map(row),
    '',
    `${machine}; load ${begun} to ${ended}; commit ${commit}, ${date.slice(0, 10)}.`,
    '',
  ].join('\n')
}

/** One measure in a line, for who waits for the next. */
export function renderMeasured({ name, unit, subject, ratio, bound, holds }: Measured): string {
  const facts = [withUnit(subject, unit), ratio && `ratio ${spread(ratio)}`, bound && renderBound(bound, unit)]
  return `${holds ? '✓' : '✗'} ${name}: ${facts.filter(Boolean).join(', ')}`
}

/** Writes a result's table beside its JSON: `folder`/NAME.md. */
export async function writeTable(folder: string, result: Result): Promise<void> {
  await writeFile(join(folder, `${result.suite}.md`), renderResult(result))
}

/** A bound that lies in the middle half of the runs may be kept or not by the next ones. */
function verdict(measured: Measured): string {
  const { bound, holds } = measured
  if (!bound) return ''
  const { low, high } = boundedBy(bound, measured)
  if (keeps(bound, low) !== keeps(bound, high)) return `${holds ? 'yes' : 'no'}, within the spread`
  return holds ? 'yes' : '**no**'
}

function renderBound({ of, at, limit }: Bound, unit: string): string {
  const sign = at === 'most' ? '≤' : '≥'
  return of === 'ratio' ? `${sign} ${limit.toFixed(2)} ×` : `${sign} ${number(limit)} ${unit}`
}

function withUnit(summary: Summary, unit: string): string {
  return `${spread(summary)} ${unit}`
}

function spread({ median, low, high, runs }: Summary): string {
  return runs === 1 || low === high ? number(median) : `${number(median)} (${number(low)} to ${number(high)})`
}

/** Three digits tell what there is to tell; a larger number keeps its own. */
function number(value: number): string {
  const digits = Math.abs(value) < 1000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 }
  return value.toLocaleString('en', digits).replaceAll(',', ' ')
}
