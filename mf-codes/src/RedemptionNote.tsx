/**
 * Says which date Fecha is (D26, creation date), and leads to the codes that were redeemed on the same days.
 *
 * @param days the filter of Fecha, as in the URL; all days without one
 */
export function RedemptionNote({ days }: { days: string | undefined }) {
  const view = days ? `#${new URLSearchParams({ codeDate: days })}` : ''
  return (
    <>
      Fecha es la de creación. <a href={`/main?tab=reportes${view}`}>Por fecha de redención: Reportes</a>
    </>
  )
}
