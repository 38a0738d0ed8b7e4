import { describeLoad } from '@canje/tab-testing'
import { referrals } from './tab'

describeLoad(referrals)
