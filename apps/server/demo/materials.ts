/**
 * The larder of the demonstration company: 200 materials of a Chinese contract caterer, made up by us.
 * A line: name, pinyin-free English, base unit, purchase unit (= base units in it), price of a purchase unit with tax,
 * shelf life in days, yield %.
 */
export interface DemoMaterial {
  readonly type: string;
  readonly name: string;
  readonly nameEn: string;
  readonly baseUnit: 'KG' | 'L' | 'PCS';
  readonly purchaseUnit: string;
  readonly factor: string;
  readonly price: string;
  readonly shelfLife: number;
  readonly yield: string;
}

const LIST: Readonly<Record<string, string>> = {
  V1: `
    大白菜,Chinese cabbage,KG,KG,1,2.2,5,88 | 小白菜,Pak choi,KG,KG,1,4.5,3,90 | 菠菜,Spinach,KG,KG,1,7.2,2,85 |
    生菜,Lettuce,KG,KG,1,6,3,88 | 油麦菜,Romaine,KG,KG,1,6.5,3,88 | 上海青,Shanghai greens,KG,KG,1,4.8,3,90 |
    芹菜,Celery,KG,KG,1,5,5,75 | 韭菜,Chives,KG,KG,1,7,2,90 | 空心菜,Water spinach,KG,KG,1,6.8,2,80 |
    茼蒿,Garland chrysanthemum,KG,KG,1,8.5,2,82 | 圆白菜,Cabbage,KG,KG,1,2.6,7,86 | 紫甘蓝,Red cabbage,KG,KG,1,4.2,7,86 |
    香菜,Coriander,KG,KG,1,12,2,85 | 大葱,Scallion,KG,KG,1,5.6,7,80 | 小葱,Spring onion,KG,KG,1,9,3,85 |
    蒜苗,Garlic shoots,KG,KG,1,8,4,88 | 娃娃菜,Baby cabbage,KG,KG,1,4.4,5,90 | 西兰花,Broccoli,KG,KG,1,8.8,4,70 |
    菜花,Cauliflower,KG,KG,1,6.2,5,72 | 芥蓝,Chinese kale,KG,KG,1,7.8,3,82 | 苋菜,Amaranth,KG,KG,1,6.4,2,82`,
  V2: `
    土豆,Potato,KG,BAG20,20,52,21,85 | 红薯,Sweet potato,KG,KG,1,3.6,21,88 | 胡萝卜,Carrot,KG,KG,1,3.2,14,90 |
    白萝卜,Radish,KG,KG,1,2,10,88 | 莲藕,Lotus root,KG,KG,1,9.6,7,80 | 山药,Yam,KG,KG,1,11,14,78 |
    洋葱,Onion,KG,KG,1,3,21,90 | 生姜,Ginger,KG,KG,1,14,21,90 | 大蒜,Garlic,KG,KG,1,10,30,88 | 芋头,Taro,KG,KG,1,8,14,82 |
    莴笋,Celtuce,KG,KG,1,5.4,5,60 | 竹笋,Bamboo shoots,KG,KG,1,15,5,65 | 荸荠,Water chestnut,KG,KG,1,13,7,70`,
  V3: `
    西红柿,Tomato,KG,KG,1,5.8,6,95 | 黄瓜,Cucumber,KG,KG,1,5.2,5,95 | 茄子,Aubergine,KG,KG,1,5.6,5,94 |
    青椒,Green pepper,KG,KG,1,6.4,6,85 | 红椒,Red pepper,KG,KG,1,9.2,6,85 | 小米辣,Bird chilli,KG,KG,1,18,6,95 |
    冬瓜,Winter melon,KG,KG,1,2.4,10,80 | 南瓜,Pumpkin,KG,KG,1,3,20,82 | 丝瓜,Luffa,KG,KG,1,7,4,78 |
    苦瓜,Bitter melon,KG,KG,1,7.6,5,80 | 西葫芦,Courgette,KG,KG,1,4,6,90 | 四季豆,Green beans,KG,KG,1,8.4,4,95 |
    豇豆,Cowpeas,KG,KG,1,9,4,95 | 豌豆,Peas,KG,KG,1,14,3,100 | 毛豆,Edamame,KG,KG,1,10,4,55 |
    玉米,Sweet corn,KG,KG,1,5,4,62 | 玉米粒,Corn kernels,KG,BAG1,1,9.5,360,100 | 绿豆芽,Mung sprouts,KG,KG,1,3.4,2,97 |
    黄豆芽,Soy sprouts,KG,KG,1,3.6,2,97 | 荷兰豆,Snow peas,KG,KG,1,15,3,94 | 佛手瓜,Chayote,KG,KG,1,4.6,10,85`,
  V4: `
    香菇,Shiitake,KG,KG,1,13,5,88 | 平菇,Oyster mushroom,KG,KG,1,8,4,90 | 金针菇,Enoki,KG,KG,1,9,6,82 |
    杏鲍菇,King oyster,KG,KG,1,11,7,95 | 口蘑,Button mushroom,KG,KG,1,14,4,95 | 蟹味菇,Beech mushroom,KG,KG,1,16,6,92`,
  T1: `
    老豆腐,Firm tofu,KG,BOX10,10,48,3,100 | 嫩豆腐,Silken tofu,KG,BOX10,10,45,3,100 | 豆腐干,Dried tofu,KG,KG,1,14,7,100 |
    千张,Tofu sheet,KG,KG,1,12,5,100 | 腐竹,Tofu skin,KG,KG,1,28,180,220 | 豆泡,Fried tofu,KG,KG,1,18,5,100 |
    素鸡,Vegetarian roll,KG,KG,1,13,5,100 | 内酯豆腐,Lactone tofu,PCS,BOX24,24,48,10,100`,
  M1: `
    猪五花,Pork belly,KG,KG,1,32,3,96 | 猪里脊,Pork loin,KG,KG,1,34,3,97 | 猪前腿肉,Pork shoulder,KG,KG,1,27,3,92 |
    猪后腿肉,Pork ham,KG,KG,1,26,3,94 | 猪肉馅,Pork mince,KG,KG,1,28,2,100 | 猪排骨,Pork ribs,KG,KG,1,46,3,98 |
    猪蹄,Pork trotter,KG,KG,1,36,3,95 | 猪肝,Pork liver,KG,KG,1,16,2,92 | 猪大骨,Pork bones,KG,KG,1,12,3,100 |
    腊肠,Cured sausage,KG,KG,1,58,90,100 | 火腿肠,Ham sausage,KG,BOX10,10,165,120,100 | 培根,Bacon,KG,BAG1,1,48,60,100`,
  M2: `
    牛腩,Beef brisket,KG,BOX10,10,620,180,92 | 牛里脊,Beef loin,KG,BOX10,10,780,180,94 |
    牛腱,Beef shank,KG,BOX10,10,700,180,93 | 肥牛片,Beef slices,KG,BOX10,10,560,180,100 |
    羊腿肉,Lamb leg,KG,BOX10,10,680,180,90 | 羊排,Lamb ribs,KG,BOX10,10,760,180,96 |
    牛肉丸,Beef balls,KG,BAG2,2.5,75,180,100`,
  M3: `
    鸡腿,Chicken leg,KG,BOX10,10,128,90,98 | 鸡胸,Chicken breast,KG,BOX10,10,135,90,99 |
    鸡翅中,Chicken wings,KG,BOX10,10,320,90,100 | 三黄鸡,Whole chicken,KG,KG,1,24,2,86 |
    鸭腿,Duck leg,KG,BOX10,10,148,90,97 | 鸭血,Duck blood,KG,BOX10,10,56,10,100 | 鸡蛋,Egg,KG,BOX15,15,138,21,88 |
    咸鸭蛋,Salted duck egg,PCS,BOX100,100,130,60,100 | 皮蛋,Century egg,PCS,BOX100,100,120,60,100 |
    鹌鹑蛋,Quail egg,KG,KG,1,22,15,90`,
  F1: `
    草鱼,Grass carp,KG,KG,1,17,1,72 | 鲈鱼,Sea bass,KG,KG,1,38,1,75 | 巴沙鱼柳,Basa fillet,KG,BOX10,10,186,365,90 |
    带鱼,Hairtail,KG,BOX10,10,280,365,85 | 虾仁,Shrimp,KG,BOX10,10,420,365,85 | 白虾,White shrimp,KG,KG,1,56,2,60 |
    鱿鱼,Squid,KG,BOX10,10,340,365,80 | 花蛤,Clams,KG,KG,1,12,1,40 | 鱼丸,Fish balls,KG,BAG2,2.5,48,365,100 |
    蟹棒,Crab sticks,KG,BAG1,1,24,365,100 | 虾滑,Shrimp paste,KG,BAG1,1,58,180,100 |
    三文鱼排,Salmon steak,KG,BOX10,10,780,180,95 | 海带结,Kelp knots,KG,KG,1,8,15,100`,
  G1: `
    东北大米,Rice,KG,BAG25,25,128,365,100 | 小米,Millet,KG,BAG25,25,190,365,100 |
    糯米,Glutinous rice,KG,BAG25,25,165,365,100 | 中筋面粉,Plain flour,KG,BAG25,25,98,240,100 |
    高筋面粉,Strong flour,KG,BAG25,25,118,240,100 | 玉米面,Corn flour,KG,BAG10,10,48,180,100 |
    挂面,Dried noodles,KG,BOX10,10,62,365,100 | 鲜面条,Fresh noodles,KG,KG,1,6.4,2,100 |
    河粉,Rice noodles,KG,KG,1,6.8,2,100 | 粉丝,Glass noodles,KG,BAG5,5,52,540,350 |
    红薯粉条,Sweet potato noodles,KG,BAG5,5,58,540,320 | 馄饨皮,Wonton wrappers,KG,KG,1,8,2,100 |
    饺子皮,Dumpling wrappers,KG,KG,1,8,2,100 | 年糕,Rice cake,KG,BAG5,5,38,180,100 | 燕麦片,Oats,KG,BAG5,5,60,270,100 |
    绿豆,Mung beans,KG,BAG5,5,55,365,100 | 红豆,Red beans,KG,BAG5,5,62,365,100 | 黄豆,Soy beans,KG,BAG5,5,38,365,220`,
  O1: `
    大豆油,Soybean oil,L,DRUM20,20,172,540,100 | 菜籽油,Rapeseed oil,L,DRUM20,20,210,540,100 |
    花生油,Peanut oil,L,DRUM5,5,118,540,100 | 芝麻香油,Sesame oil,L,BOT5,0.5,14,540,100 |
    猪油,Lard,KG,TUB15,15,195,180,100 | 黄油,Butter,KG,BAG1,1,52,180,100`,
  S1: `
    食盐,Salt,KG,BAG25,25,62,1080,100 | 白砂糖,Sugar,KG,BAG25,25,190,720,100 | 冰糖,Rock sugar,KG,BAG5,5,55,720,100 |
    生抽,Light soy sauce,L,DRUM5,4.9,38,540,100 | 老抽,Dark soy sauce,L,DRUM5,4.9,42,540,100 |
    陈醋,Vinegar,L,DRUM5,5,30,720,100 | 料酒,Cooking wine,L,DRUM5,5,22,540,100 |
    蚝油,Oyster sauce,KG,DRUM6,6,48,540,100 | 豆瓣酱,Bean paste,KG,TUB5,5,52,540,100 |
    甜面酱,Sweet bean sauce,KG,TUB5,5,36,540,100 | 番茄酱,Ketchup,KG,TUB3,3,32,540,100 |
    鸡精,Chicken bouillon,KG,BAG1,1,22,540,100 | 味精,MSG,KG,BAG1,1,14,1080,100 |
    白胡椒粉,White pepper,KG,BAG5H,0.5,38,720,100 | 黑胡椒碎,Black pepper,KG,BAG5H,0.5,45,720,100 |
    五香粉,Five spice,KG,BAG5H,0.5,18,720,100 | 十三香,Thirteen spice,KG,BAG5H,0.5,26,720,100 |
    孜然粉,Cumin,KG,BAG5H,0.5,24,720,100 | 辣椒粉,Chilli powder,KG,BAG1,1,26,540,100 |
    干辣椒,Dried chilli,KG,BAG1,1,32,540,95 | 花椒,Sichuan pepper,KG,BAG1,1,86,540,95 |
    八角,Star anise,KG,BAG1,1,78,720,100 | 桂皮,Cassia,KG,BAG1,1,40,720,100 | 香叶,Bay leaf,KG,BAG1,1,36,720,100 |
    淀粉,Starch,KG,BAG25,25,150,540,100 | 咖喱粉,Curry powder,KG,BAG1,1,45,540,100 |
    沙拉酱,Mayonnaise,KG,TUB3,3,45,180,100 | 豆豉,Fermented beans,KG,TUB3,3,36,540,100 |
    剁椒,Chopped chilli,KG,TUB5,5,48,360,100 | 火锅底料,Hotpot base,KG,BAG1,1,30,360,100 |
    酵母,Yeast,KG,BAG5H,0.5,16,360,100`,
  D1: `
    木耳,Wood ear,KG,BAG1,1,68,540,500 | 银耳,Snow fungus,KG,BAG1,1,78,540,600 |
    干香菇,Dried shiitake,KG,BAG1,1,92,540,400 | 黄花菜,Daylily,KG,BAG1,1,64,360,350 |
    紫菜,Laver,KG,BAG5H,0.5,36,360,800 | 虾皮,Dried shrimp,KG,BAG1,1,45,180,100 | 花生米,Peanuts,KG,BAG25,25,260,180,98 |
    白芝麻,White sesame,KG,BAG1,1,22,360,100 | 红枣,Jujube,KG,BAG5,5,75,360,95 | 枸杞,Goji,KG,BAG1,1,58,360,100 |
    莲子,Lotus seed,KG,BAG1,1,72,360,180`,
  D2: `
    纯牛奶,Milk,L,BOX12,12,92,45,100 | 酸奶,Yoghurt,KG,BOX10,10,98,21,100 | 豆浆粉,Soy milk powder,KG,BAG1,1,26,360,100 |
    橙汁,Orange juice,L,BOX12,12,84,270,100 | 酸梅汤浓缩,Plum drink base,KG,BOT1,1,24,360,100 |
    淡奶油,Cream,L,BOX12,12,360,90,100 | 芝士片,Cheese slices,KG,BAG1,1,68,180,100`,
  D3: `
    苹果,Apple,KG,BOX15,15,96,21,85 | 香蕉,Banana,KG,BOX15,15,84,5,65 | 橙子,Orange,KG,BOX15,15,105,14,74 |
    西瓜,Watermelon,KG,KG,1,3.6,5,60 | 哈密瓜,Hami melon,KG,KG,1,6.8,6,65 | 葡萄,Grapes,KG,KG,1,12,4,90 |
    梨,Pear,KG,BOX15,15,78,14,82 | 圣女果,Cherry tomato,KG,KG,1,11,5,98 | 柠檬,Lemon,KG,KG,1,13,21,70`,
  P1: `
    一次性餐盒,Lunch box,PCS,BOX300,300,126,1800,100 | 一次性筷子,Chopsticks,PCS,BOX1000,1000,80,1800,100 |
    汤碗,Soup bowl,PCS,BOX300,300,96,1800,100 | 保鲜膜,Cling film,PCS,BOX6,6,90,1800,100 |
    餐巾纸,Napkins,PCS,BOX48,48,110,1800,100 | 一次性手套,Gloves,PCS,BOX1000,1000,65,1800,100 |
    打包袋,Carrier bag,PCS,BOX1000,1000,75,1800,100`,
};

/** Packs the purchase units stand for: code → 中文, English. */
export const demoPacks: Readonly<Record<string, readonly [string, string]>> = {
  BAG1: ['袋(1kg)', 'bag (1 kg)'],
  BAG2: ['袋(2.5kg)', 'bag (2.5 kg)'],
  BAG5: ['袋(5kg)', 'bag (5 kg)'],
  BAG5H: ['袋(500g)', 'bag (500 g)'],
  BAG10: ['袋(10kg)', 'bag (10 kg)'],
  BAG20: ['袋(20kg)', 'bag (20 kg)'],
  BAG25: ['袋(25kg)', 'bag (25 kg)'],
  BOX6: ['箱(6卷)', 'case (6 rolls)'],
  BOX10: ['箱(10kg)', 'case (10 kg)'],
  BOX12: ['箱(12L)', 'case (12 L)'],
  BOX15: ['箱(15kg)', 'case (15 kg)'],
  BOX24: ['箱(24盒)', 'case (24 cartons)'],
  BOX48: ['箱(48包)', 'case (48 packs)'],
  BOX100: ['箱(100枚)', 'case (100 pcs)'],
  BOX300: ['箱(300只)', 'case (300 pcs)'],
  BOX1000: ['箱(1000只)', 'case (1000 pcs)'],
  DRUM5: ['桶(5L)', 'drum (5 L)'],
  DRUM6: ['桶(6kg)', 'drum (6 kg)'],
  DRUM20: ['桶(20L)', 'drum (20 L)'],
  TUB3: ['罐(3kg)', 'tub (3 kg)'],
  TUB5: ['罐(5kg)', 'tub (5 kg)'],
  TUB15: ['罐(15kg)', 'tub (15 kg)'],
  BOT1: ['瓶(1kg)', 'bottle (1 kg)'],
  BOT5: ['瓶(500mL)', 'bottle (500 mL)'],
};

export const demoMaterials: readonly DemoMaterial[] = Object.entries(LIST).flatMap(([type, lines]) =>
  lines.split('|').map((line): DemoMaterial => {
    const [name, nameEn, baseUnit, purchaseUnit, factor, price, shelfLife, yieldRate] = line.trim().split(',') as [
      string,
      string,
      'KG',
      string,
      string,
      string,
      string,
      string,
    ];
    return {
      type,
      name,
      nameEn,
      baseUnit,
      purchaseUnit,
      factor,
      price,
      shelfLife: Number(shelfLife),
      yield: yieldRate,
    };
  }),
);
