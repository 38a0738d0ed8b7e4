import { describeCsv } from '@canje/tab-testing'
import { referrals } from './tab'

describeCsv(referrals)
