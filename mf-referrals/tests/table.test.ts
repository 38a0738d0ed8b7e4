import { describeTable } from '@canje/tab-testing'
import { referrals } from './tab'

describeTable(referrals)
