import { type AnyRow, keyText } from '@canje/large-table'
import { Tag } from 'primereact/tag'
import { CopyButton } from '../components/CopyButton'
import { FREE, isRedeemed, REDEEMED, UNASSIGNED } from '../rows/code-display'
import { codeDetail, type Detail } from '../view/detail'
import { formatNumber } from '../view/format'
import { DetailFields } from './DetailFields'
import { DetailFooter } from './DetailFooter'
import { DetailHeading } from './DetailHeading'
import { EqualRows } from './EqualRows'
import { countOf, type FoundRows, MAX_EQUAL, rowsOf, textOf, useFound } from './useFound'
import { useSubject } from './useSubject'

interface CodeDetailProps {
  by: 'id' | 'text'
  /** The key of its id, or its text. */
  value: string
  onOpen: (detail: Detail) => void
}

/** A code: its state, when it was created and redeemed, and by whom. */
export function CodeDetail({ by, value, onOpen }: CodeDetailProps) {
  const { found, row: code, text, isShared } = useSubject('SelectCodes', by, value)
  const redeemed = code !== undefined && isRedeemed(code)
  // Codigos has the date of creation only (D26).
  const report = useFound('SelectReport', 'code', redeemed ? text : undefined, MAX_EQUAL)
  const name = code ? textOf(code, 'userName') : ''
  const person = name ? (
    <button type="button" className="detail-link" onClick={() => onOpen({ kind: 'persona', key: name })}>
      <bdi>{name}</bdi>
    </button>
  ) : (
    UNASSIGNED.text
  )

  return (
    <>
      <DetailHeading>{text === undefined ? `Codigo ${keyText(value)}` : <code>{text}</code>}</DetailHeading>
      {(isShared || countOf(found) > 1) && <Tag severity="warning" value="varios codigos" />}
      {found === 'loading' && <p>Cargando el codigo…</p>}
      {found === 'failed' && <p>No se pudo cargar la lista de codigos.</p>}
      {typeof found === 'object' && found.count === 0 && <p>Este codigo no está en la lista: quizá fue eliminado.</p>}
      {code && (
        <>
          <Tag severity={stateOf(code).severity} value={stateOf(code).text} />
          <DetailFields
            fields={{
              Creado: textOf(code, 'date'),
              ...(redeemed
                ? { Redimido: text === undefined ? '' : redemption(report, isShared), Por: person }
                : { Usuario: person }),
              Id: textOf(code, 'id'),
            }}
          />
        </>
      )}
      {countOf(found) > 1 && (
        <EqualRows
          label="Codigos con este texto"
          found={found}
          describe={(row) => [textOf(row, 'id'), stateOf(row).text, textOf(row, 'userName'), textOf(row, 'date')]}
          onOpen={({ id }) => onOpen(codeDetail(id, text ?? ''))}
        />
      )}
      {text !== undefined && (
        <CopyButton label="Copiar" outlined read={() => text} copied={`Se copió el codigo ${text}`} />
      )}
      <DetailFooter lists={redeemed && text !== undefined ? ['SelectCodes', 'SelectReport'] : ['SelectCodes']} />
    </>
  )
}

function stateOf(code: AnyRow) {
  return isRedeemed(code) ? REDEEMED : FREE
}

/** The date of redemption. The report names codes by their text only, so it may be that of another one. */
function redemption(report: FoundRows, isShared: boolean | undefined): string {
  if (report === 'loading' || isShared === undefined) return 'Cargando…'
  if (report === 'failed') return 'No se pudo cargar el reporte'
  if (isShared) return 'No se sabe: varios codigos tienen este texto.'
  const rows = rowsOf(report)
  const dates = new Set(rows.map((row) => textOf(row, 'codeDate')))
  const isUnclear = dates.size > 1 || report.count > rows.length
  if (isUnclear) return `No se sabe: el reporte tiene ${formatNumber(report.count)} filas de este codigo.`
  return [...dates].join()
}
