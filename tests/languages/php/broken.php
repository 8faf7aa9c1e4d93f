<?php
class Broken {
    function before() {}
    function half( { return 1; }
    public $name
    function after() {}
}
function last() {}
