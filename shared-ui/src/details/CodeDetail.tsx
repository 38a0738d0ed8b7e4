import { cellText } from '@canje/large-table'
import { Tag } from 'primereact/tag'
import { CopyButton } from '../components/CopyButton'
import { FREE, isRedeemed, REDEEMED, UNASSIGNED } from '../rows/code-display'
import { DetailFields } from './DetailFields'
import { DetailHeading } from './DetailHeading'
import { type FoundRows, useFound } from './useFound'

interface CodeDetailProps {
  name: string
  onPerson: (name: string) => void
}

/** A code: its state, when it was created and redeemed, and by whom. */
export function CodeDetail({ name, onPerson }: CodeDetailProps) {
  const codes = useFound('SelectCodes', 'name', name, 1)
  const code = typeof codes === 'object' ? codes.rows[0] : undefined
  const redeemed = code !== undefined && isRedeemed(code)
  // Codigos has the date of creation only (D26).
  const report = useFound('SelectReport', 'code', redeemed ? name : undefined, 1)
  const person = cellText(code?.userName ?? null)

  return (
    <>
      <DetailHeading>
        <code>{name}</code>
      </DetailHeading>
      {codes === 'loading' && <p>Cargando el codigo…</p>}
      {codes === 'failed' && <p>No se pudo cargar la lista de codigos.</p>}
      {typeof codes === 'object' && !code && <p>Este codigo no está en la lista: quizá fue eliminado.</p>}
      {code && (
        <>
          <Tag severity={redeemed ? REDEEMED.severity : FREE.severity} value={redeemed ? REDEEMED.text : FREE.text} />
          <DetailFields
            fields={{
              Creado: cellText(code.date ?? null),
              Redimido: redeemed ? redemption(report) : '',
              Por: person ? (
                <button type="button" className="detail-link" onClick={() => onPerson(person)}>
                  <bdi>{person}</bdi>
                </button>
              ) : (
                UNASSIGNED.text
              ),
              Id: cellText(code.id ?? null),
            }}
          />
        </>
      )}
      <CopyButton label="Copiar" outlined read={() => name} copied={`Se copió el codigo ${name}`} />
    </>
  )
}

function redemption(report: FoundRows): string {
  if (report === 'loading') return 'Cargando…'
  if (report === 'failed') return 'No se pudo cargar el reporte'
  return cellText(report.rows[0]?.codeDate ?? null)
}
