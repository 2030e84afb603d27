export default function WakeupPage() {
  return null
}
