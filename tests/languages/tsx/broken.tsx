export function Before() { return <div>; }
export function After() { return <p>x</p>; }
