import { describeCsv } from 'tab-testing'
import { referrals } from './tab'

describeCsv(referrals)
