import type { Result } from './results'
import type { Summary } from './statistics'
import type { Measured } from './suite'

const HEADINGS = ['measure', 'runs', 'reference', 'Canje', 'ratio']

/** A suite's table in Markdown, with the machine, the commit and the date of the run. */
export function renderResult({ title, machine, commit, date, measures }: Result): string {
  const cells = measures.map(({ name, unit, subject, reference, ratio }) => [
    name,
    number(subject.runs),
    reference ? withUnit(reference, unit) : '',
    withUnit(subject, unit),
    ratio ? spread(ratio) : '',
  ])
  const row = (columns: string[]) => `| ${columns.map((column) => column.replaceAll('|', '\\|')).join(' | ')} |`
  return [
    `# ${title}`,
    '',
    'Medians, with the first and third quartile in brackets.',
    '',
    row(HEADINGS),
    row(HEADINGS.map(() => '---')),
    ...cells.map(row),
    '',
    `${machine}; commit ${commit}, ${date.slice(0, 10)}.`,
    '',
  ].join('\n')
}

/** One measure as a line of progress output. */
export function renderMeasured({ name, unit, subject, ratio }: Measured): string {
  return `${name}: ${withUnit(subject, unit)}${ratio ? `, ratio ${spread(ratio)}` : ''}`
}

function withUnit(summary: Summary, unit: string): string {
  return `${spread(summary)} ${unit}`
}

function spread({ median, low, high, runs }: Summary): string {
  return runs === 1 || low === high ? number(median) : `${number(median)} (${number(low)} to ${number(high)})`
}

/** Three significant digits; from 1000 on, all integer digits. */
function number(value: number): string {
  const digits = Math.abs(value) < 1000 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 0 }
  return value.toLocaleString('en', digits)
}
