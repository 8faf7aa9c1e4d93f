function before() { return 1; }
class Half {
  method( {
  }
  fine() { return 2; }
const lost = => 3;
function after() {}
