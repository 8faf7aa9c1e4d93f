<h1>Shop</h1>
<?php
// A shop.
namespace Example\Shop;

use Example\Base;

#[Service]
final class Shop extends Base implements Closeable
{
    const LIMIT = 10;
    private ?string $name = null;

    public function close(string $reason, int ...$codes): bool
    {
        if ($reason === '' || !$this->name) {
            throw new \RuntimeException("no $reason {$this->name}\n");
        }
        foreach ($codes as $code) {
            echo strlen($reason) * 1.5, self::LIMIT;
        }
        return $this->open(Shop::make());
    }
}
